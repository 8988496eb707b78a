import { Button } from '@mantine/core'
import { Dialog } from '../../ui/dialog.tsx'
import type { Limits } from '../../kit/access.ts'
import { limitWords } from '../../kit/limits.ts'
import { useCityTitles } from './city-titles.web.ts'
import type { PermissionDiff } from './permission-draft.ts'
import { isLimited, permissionOf } from './permission-draft.ts'
import classes from './roles.module.css'

const kinds = {
  added: { mark: '+', word: 'Added' }, removed: { mark: '−', word: 'Taken away' }, limited: { mark: '≠', word: 'Limits changed' },
} as const
type Kind = keyof typeof kinds

interface ReviewDialogProps {
  title: string
  diff: PermissionDiff
  fields: Readonly<Record<string, string>>
  /** How many people it concerns. */
  members: number
  unseen: readonly string[]
  isEmpty: boolean
  isSaving: boolean
  onSave: () => void
  onClose: () => void
}

/** What saving will change, line by line, and for whom. */
export function ReviewDialog({ title, diff, fields, members, unseen, isEmpty, isSaving, onSave, onClose }: ReviewDialogProps) {
  const all = [...diff.added, ...diff.removed].map(({ limits }) => limits)
  const titleOf = useCityTitles([...all, ...diff.limited.flatMap(({ before, after }) => [before, after])].flatMap(({ cities = [] }) => cities))
  const extentOf = (limits: Limits) => (isLimited(limits) ? limitWords([limits], titleOf) : 'without limit')
  const reachOf = (limits: Limits) => (isLimited(limits) ? `, ${limitWords([limits], titleOf)}` : '')
  const lines: readonly { kind: Kind; action: string; object: string; extent: string }[] = [
    ...diff.added.map(({ key, limits }) => ({ kind: 'added' as const, ...permissionOf(key), extent: reachOf(limits) })),
    ...diff.removed.map(({ key, limits }) => ({ kind: 'removed' as const, ...permissionOf(key), extent: reachOf(limits) })),
    ...diff.limited.map(({ key, before, after }) => ({ kind: 'limited' as const, ...permissionOf(key), extent: `: ${extentOf(after)} (was ${extentOf(before)})` })),
  ]
  return (
    <Dialog title={title} onClose={onClose}>
      {Object.entries(fields).map(([field, value]) => <p key={field} className={classes['quiet']}>{field === 'name' ? 'Name' : 'Description'}: <q>{value}</q></p>)}
      {isEmpty && <p className={classes['dialogText']}>The role starts without permissions: its people can sign in and may do nothing.</p>}
      {lines.length > 0 && (
        <ul className={classes['diff']} aria-label="Changed permissions" tabIndex={0}>
          {lines.map(({ kind, action, object, extent }) => (
            <li key={`${action} ${object}`} data-kind={kind}>
              <b aria-hidden>{kinds[kind].mark}</b>
              <span className="visually-hidden">{kinds[kind].word}:</span>
              <span>{action} on {object}{extent}</span>
            </li>
          ))}
        </ul>
      )}
      {unseen.length > 0 && <p className={classes['problem']}>Without “ui” the role does not see: {unseen.join(', ')}.</p>}
      {members > 0 && <p className={classes['dialogText']}>{members === 1 ? 'It concerns 1 person' : `It concerns ${members} people`}, from their next click on.</p>}
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onClose} disabled={isSaving}>Cancel</Button>
        <Button onClick={onSave} loading={isSaving} data-autofocus>Save changes</Button>
      </div>
    </Dialog>
  )
}
