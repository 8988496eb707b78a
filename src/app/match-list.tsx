import { MatchListScreen } from '../areas/matches/match-list-screen.tsx'
import { late } from '../ui/late.tsx'

const TellDialog = late(async () => (await import('../areas/events/tell-dialog.tsx')).TellDialog)

/** Matches, of whose kickoffs that move the customers are told as of every performance that does. */
export function MatchList() {
  return <MatchListScreen TellDialog={TellDialog} />
}
