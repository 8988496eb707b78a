import { formatInstant, timeAgo } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Chip } from '../../ui/resource/cells.tsx'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import { Failure, PanelSkeleton } from '../../ui/resource/states.tsx'
import type { PlacementDialogProps } from './placement-slot.ts'
import type { SectionPlacement } from './placement.ts'
import type { NoteLabel } from './resolver/notes.ts'
import { methodLabels, noteLabelNames, unplacedLabels } from './placement-labels.ts'
import classes from './placement.module.css'

type Rule = SectionPlacement['rules'][number]

/** Why tickets are in their section: the rule, words or decision, who made it when, and every step of the reading. */
export function PlacementDialog({ answer: { data, error, refetch }, onClose }: PlacementDialogProps) {
  const title = t('Why this section')
  return (
    <Dialog title={title} onClose={onClose}>
      {data ? (
        <Placement placement={data} />
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} what={title} />
      ) : (
        <PanelSkeleton />
      )}
    </Dialog>
  )
}

const placeInWords = (name: string, row: string | null): string =>
  row === null ? name : t('{section}, row {row}', { section: name, row })

function Placement({ placement }: { placement: SectionPlacement }) {
  const { section, row, note, configuration, placed, placedRow, recordedAt, labels, now, trace } = placement
  return (
    <div className={classes['placement']}>
      <dl className={classes['facts']}>
        <dt>{t('Listed as')}</dt>
        <dd>{placeInWords(section, row)}</dd>
        <dt>{t('Placed in')}</dt>
        <dd>
          {placed === null ? (
            <Chip tone="bad">{t('No section')}</Chip>
          ) : (
            <strong>{placeInWords(placed, placedRow)}</strong>
          )}
          <small>
            {configuration}
            {configuration !== null && recordedAt !== null && ' · '}
            {recordedAt !== null && <span title={formatInstant(recordedAt)}>{timeAgo(recordedAt)}</span>}
          </small>
        </dd>
        <dt>{t('Because of')}</dt>
        <dd>
          <Cause placement={placement} />
        </dd>
        {note !== null && (
          <>
            <dt>{t('Note')}</dt>
            <dd>
              {note}
              {labels.length > 0 && (
                <span className={classes['labels']}>
                  {labels.map((label) => (
                    <Chip key={label} tone="warn">
                      {t(noteLabelNames[label])}
                    </Chip>
                  ))}
                </span>
              )}
              {placement.rules
                .filter(({ field }) => field === 'note')
                .map((rule) => (
                  <RuleFacts key={rule.id} rule={rule} />
                ))}
            </dd>
          </>
        )}
      </dl>
      {now && (
        <p className={classes['notice']}>
          {now.placed === null
            ? t('Today’s rules and map find no section.')
            : t('Today’s rules and map place it in {place}.', { place: placeInWords(now.placed, now.row) })}
        </p>
      )}
      {trace.length > 0 && (
        <section aria-label={t('Current mapping')}>
          <h3>{t('Current mapping')}</h3>
          <ol className={classes['trace']}>
            {trace.map((step, place) => (
              <li key={place}>{step}</li>
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}

/** The rule with its author, the decision with who made it, or the words that match. */
function Cause({ placement: { method, reason, ruleId, rules, decision, placed } }: { placement: SectionPlacement }) {
  const rule = rules.find(({ id }) => id === ruleId)
  return (
    <>
      {rule ? <RuleFacts rule={rule} /> : <span>{causeInWords({ method, reason, placed })}</span>}
      {method === 'decision' && (
        <small>
          {decision === null
            ? t('Changed on the order. Its timeline says who did it.')
            : t('{who}, {when}', { who: decision.by ?? t('Former colleague'), when: timeAgo(decision.at) })}
        </small>
      )}
    </>
  )
}

function causeInWords({ method, reason, placed }: Pick<SectionPlacement, 'method' | 'reason' | 'placed'>): string {
  if (placed === null) return reason === null ? t('Not placed yet') : t(unplacedLabels[reason])
  return method === null ? t('Not recorded') : t(methodLabels[method])
}

/** A rule of notes means a label, others what a section or row is called. */
const meaningOf = (replacement: string) =>
  Object.hasOwn(noteLabelNames, replacement) ? t(noteLabelNames[replacement as NoteLabel]) : replacement

function RuleFacts({ rule: { id, pattern, action, replacement, isEnabled, author, createdAt } }: { rule: Rule }) {
  return (
    <span className={classes['rule']}>
      <RecordLink to="rewrite-rules" id={id}>
        {action === 'refuse'
          ? t('Rule {id}: refuse “{pattern}”', { id: String(id), pattern })
          : t('Rule {id}: “{pattern}” means {replacement}', {
              id: String(id),
              pattern,
              replacement: replacement === null ? '' : meaningOf(replacement),
            })}
      </RecordLink>
      <small title={formatInstant(createdAt)}>
        {author === null ? t('By the system') : t('By {author}', { author })}
        {' · '}
        {timeAgo(createdAt)}
        {!isEnabled && ` · ${t('disabled now')}`}
      </small>
    </span>
  )
}
