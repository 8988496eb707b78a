import { useState } from 'react'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import { useRouteParams } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Chip } from '../../ui/resource/cells.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer, useRecord } from '../../ui/resource/client.web.ts'
import { HistoryControl } from '../../ui/resource/history-control.tsx'
import { LiveRecord } from '../../ui/resource/live-record.tsx'
import { RecordCommands } from '../../ui/resource/record-commands.tsx'
import { RecordNeighbours } from '../../ui/resource/record-neighbours.tsx'
import { FailedPage, NoSuchPage } from '../../ui/resource/missing-page.tsx'
import { FormSkeleton, useWayBack } from '../../ui/resource/states.tsx'
import type { OutlierEvidence } from './outlier.endpoints.ts'
import { readOutlierEvidence } from './outlier.endpoints.ts'
import { OutlierCommands } from './outlier-commands.tsx'
import { Decisions, Listings, Stakes, Trace } from './outlier-facts.tsx'
import { isAboutRow, isAboutSection } from './outlier-kinds.ts'
import { OutlierMap } from './outlier-map.tsx'
import { OutlierMeaning } from './outlier-meaning.tsx'
import type { TicketMapOutlier } from './ticket-map-outliers.ts'
import { ticketMapOutliers } from './ticket-map-outliers.ts'
import classes from './outliers.module.css'

/** One outlier: what it can mean, why, and the commands that decide it. */
export function OutlierScreen() {
  const id = recordIdIn(useRouteParams()['id'])
  const { title } = usePage()
  const record = useRecord(ticketMapOutliers, id)
  const evidence = useAnswer(readOutlierEvidence, { params: { id: id ?? 0 }, enabled: id !== null, quiet: [404] })
  const error = record.error ?? evidence.error
  const back = useWayBack(ticketMapOutliers)
  const retry = () => {
    void record.refetch()
    void evidence.refetch()
  }
  const kind = t(ticketMapOutliers.label[0])
  if (id === null) return <NoSuchPage what={kind} back={back} />
  if (error) return <FailedPage error={error} onRetry={retry} what={kind} back={back} />
  if (!record.data || !evidence.data)
    return (
      <PageFrame record={{ kind, name: title }}>
        <FormSkeleton />
      </PageFrame>
    )
  return <Outlier key={id} outlier={record.data} evidence={evidence.data} onChange={retry} />
}

interface OutlierProps {
  readonly outlier: TicketMapOutlier
  readonly evidence: OutlierEvidence
  readonly onChange: () => void
}

function Outlier({ outlier, evidence, onChange }: OutlierProps) {
  const { mayWrite } = usePage()
  const { kind, status, rawSection, rawRow } = outlier
  const asksForName = isAboutSection(kind) || isAboutRow(kind)
  const [target, setTarget] = useState(evidence.candidates[0]?.name ?? '')
  const [isForVenue, setForVenue] = useState(false)
  const isOpen = status === 'open' || status === 'reopened'
  const { fields } = ticketMapOutliers
  return (
    <PageFrame
      record={{
        kind: t(ticketMapOutliers.label[0]),
        name: rawRow === null ? rawSection : t('{section}, row {row}', { section: rawSection, row: rawRow }),
      }}
      subtitle={
        <span className={classes['states']}>
          <Chip>{choiceLabelOf(fields.kind, kind)}</Chip>
          <Chip tone={fields.status.tones[status]}>{choiceLabelOf(fields.status, status)}</Chip>
        </span>
      }
      actions={
        <>
          <RecordNeighbours resource={ticketMapOutliers} record={outlier as AnyRecord} />
          <RecordCommands>
            <HistoryControl of={ticketMapOutliers} record={outlier as AnyRecord} mayWrite={false} />
          </RecordCommands>
        </>
      }
    >
      <LiveRecord of={ticketMapOutliers} record={outlier as AnyRecord} isDirty={false} onGone={onChange} />
      <div className={classes['page']}>
        <div className={classes['column']}>
          <Stakes outlier={outlier} section={evidence.section} />
          {asksForName && (
            <OutlierMeaning
              outlier={outlier}
              evidence={evidence}
              value={target}
              isOpen={isOpen}
              onChange={setTarget}
              isForVenue={isForVenue}
              onWiden={setForVenue}
            />
          )}
          <Listings listings={evidence.listings} />
        </div>
        <div className={classes['column']}>
          {isAboutSection(kind) && (
            <OutlierMap
              id={outlier.venueConfigurationId}
              candidates={evidence.candidates}
              value={target}
              onChoose={isOpen ? setTarget : undefined}
            />
          )}
          <Trace trace={evidence.trace} />
          <Decisions decisions={evidence.decisions} />
        </div>
      </div>
      {mayWrite && <OutlierCommands outlier={outlier} target={target} isForVenue={isForVenue} onChange={onChange} />}
    </PageFrame>
  )
}
