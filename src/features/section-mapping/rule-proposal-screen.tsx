import { formatMoney, formatNumber, formatPercent } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
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
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { FailedPage, NoSuchPage } from '../../ui/resource/missing-page.tsx'
import { FormSkeleton, useWayBack } from '../../ui/resource/states.tsx'
import type { ProposalEvidence } from './rule-proposal.endpoints.ts'
import { readProposalEvidence } from './rule-proposal.endpoints.ts'
import { ProposalCommands } from './rule-proposal-commands.tsx'
import type { RuleProposal } from './rule-proposals.ts'
import { ruleProposals } from './rule-proposals.ts'
import classes from './rule-proposals.module.css'

/** One proposed rule: what it would do, why, and the commands that decide it. */
export function RuleProposalScreen() {
  const id = recordIdIn(useRouteParams()['id'])
  const { title } = usePage()
  const record = useRecord(ruleProposals, id)
  const evidence = useAnswer(readProposalEvidence, { params: { id: id ?? 0 }, enabled: id !== null, quiet: [404] })
  const error = record.error ?? evidence.error
  const kind = t(ruleProposals.label[0])
  const back = useWayBack(ruleProposals)
  const retry = () => {
    void record.refetch()
    void evidence.refetch()
  }
  if (id === null) return <NoSuchPage what={kind} back={back} />
  if (error) return <FailedPage error={error} onRetry={retry} what={kind} back={back} />
  if (!record.data || !evidence.data)
    return (
      <PageFrame record={{ kind, name: title }}>
        <FormSkeleton />
      </PageFrame>
    )
  return <Proposal key={id} proposal={record.data} evidence={evidence.data} onChange={retry} />
}

interface ProposalProps {
  readonly proposal: RuleProposal
  readonly evidence: ProposalEvidence
  readonly onChange: () => void
}

function Proposal({ proposal, evidence, onChange }: ProposalProps) {
  const { mayWrite } = usePage()
  const { status, pattern } = proposal
  const { fields } = ruleProposals
  return (
    <PageFrame
      record={{ kind: t(ruleProposals.label[0]), name: pattern }}
      subtitle={
        <span className={classes['states']}>
          <Chip>{choiceLabelOf(fields.match, proposal.match)}</Chip>
          <Chip tone={fields.status.tones[status]}>{choiceLabelOf(fields.status, status)}</Chip>
        </span>
      }
      actions={
        <>
          <RecordNeighbours resource={ruleProposals} record={proposal as AnyRecord} />
          <RecordCommands>
            <HistoryControl of={ruleProposals} record={proposal as AnyRecord} mayWrite={false} />
          </RecordCommands>
        </>
      }
    >
      <LiveRecord of={ruleProposals} record={proposal as AnyRecord} isDirty={false} onGone={onChange} />
      <div className={classes['page']}>
        <div className={classes['column']}>
          <Rule proposal={proposal} />
          <Examples {...evidence} />
        </div>
        <div className={classes['column']}>
          <Why evidence={evidence} />
        </div>
      </div>
      {mayWrite && <ProposalCommands proposal={proposal} onChange={onChange} />}
    </PageFrame>
  )
}

function Rule({ proposal }: { proposal: RuleProposal }) {
  const paths = useRecordPaths()
  const { pattern, replacement, action, scope, venue, venueConfiguration, listingCount, stake, currency } = proposal
  const venuePath = paths('venues', 'update', proposal.venueId)
  const rule = proposal.rewriteRuleId === null ? null : paths('rewrite-rules', 'update', proposal.rewriteRuleId)
  return (
    <section className={classes['card']} aria-label={t('Rule')}>
      <p className={classes['rule']}>
        <strong>{pattern}</strong> {action === 'refuse' ? t('is no section') : <>→ {replacement}</>}
      </p>
      <dl className={classes['facts']}>
        <Fact label={t('Expected precision')}>{formatPercent(proposal.expectedPrecision, 'measured')}</Fact>
        <Fact label={t('Listings')}>{formatNumber(listingCount)}</Fact>
        <Fact label={t('Value at stake')}>{formatMoney(stake, currency)}</Fact>
        <Fact label={t('Reads')}>{choiceLabelOf(ruleProposals.fields.field, proposal.field)}</Fact>
        <Fact label={choiceLabelOf(ruleProposals.fields.scope, scope)}>
          {venuePath === null ? venue.title : <a href={venuePath}>{venue.title}</a>}
          <small>{venueConfiguration.title}</small>
        </Fact>
        {rule !== null && (
          <Fact label={t('Rule')}>
            <a href={rule}>{t('Open rule')}</a>
          </Fact>
        )}
      </dl>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Why({ evidence: { reasons, outcome } }: { evidence: ProposalEvidence }) {
  return (
    <section className={classes['card']} aria-label={t('Reasons')}>
      <h2>{t('Reasons')}</h2>
      <ul className={classes['reasons']}>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {outcome !== null && (
        <p>
          {t('Since it was applied: {hits} hits, {listings} open listings placed by it.', {
            hits: formatNumber(outcome.hits),
            listings: formatNumber(outcome.listings),
          })}
        </p>
      )}
    </section>
  )
}

function placeInWords(section: string, row: string | null): string {
  return row === null ? section : t('{section}, row {row}', { section, row })
}

function Examples({ examples, currency }: Pick<ProposalEvidence, 'examples' | 'currency'>) {
  return (
    <section className={classes['card']} aria-label={t('Examples')}>
      <h2>{t('Examples')}</h2>
      <div className={classes['scroll']} tabIndex={0} role="group" aria-label={t('Examples')}>
        <table className={classes['examples']}>
          <thead>
            <tr>
              <th>{t('Listed as')}</th>
              <th>{t('Before')}</th>
              <th>{t('After')}</th>
              <th className={classes['number']}>{t('Listings')}</th>
              <th className={classes['number']}>{t('Value')}</th>
            </tr>
          </thead>
          <tbody>
            {examples.map(({ section, row, after, listings, worth }) => (
              <tr key={JSON.stringify([section, row])}>
                <td>{placeInWords(section, row)}</td>
                <td>{t('No section')}</td>
                <td>{after === null ? t('Refused') : placeInWords(after.section, after.row)}</td>
                <td className={classes['number']}>{formatNumber(listings)}</td>
                <td className={classes['number']}>{formatMoney(worth, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
