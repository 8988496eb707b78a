import { Button } from '@mantine/core'
import { choiceLabelOf } from '../../kit/fields.ts'
import { t } from '../../kit/language.ts'
import { AnswerPanel } from '../../kit/screens/answer-panel.tsx'
import { Chip } from '../../kit/screens/cells.tsx'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useRows } from '../../kit/screens/client.web.ts'
import { RecordLink } from '../../kit/screens/record-link.tsx'
import { useRecordPaths } from '../../kit/screens/record-paths.tsx'
import type { RecordPartProps } from '../../kit/screens/screen-parts.web.ts'
import { useMay } from '../../kit/session.web.ts'
import type { Rule } from './rule-evaluation.ts'
import { comparePrecedence } from './rule-evaluation.ts'
import { ruleFields } from './rule-fields.ts'
import { conditionWords, effectWords, titlesIn } from './rule-words.ts'
import classes from './rules.module.css'
import { rules } from './rules.ts'

/** Rules that are shown of each kind; the list has them all. */
const shown = 30

/** Beside the form of a category: what holds for its events because of it, and what holds for every event. Nothing for whoever may not see rules. */
export function CategoryRulesPanel({ record }: Pick<RecordPartProps, 'record'>) {
  return useMay()('ui', 'rules') ? <Panel id={record.id} title={String(record['name'])} /> : null
}

function Panel({ id, title }: { id: number; title: string }) {
  const may = useMay()
  const paths = useRecordPaths()
  const own = useRows(rules, { filter: { categoryIds: id }, range: [0, shown - 1] })
  const everywhere = useRows(rules, { filter: { specificity: 0, state: 'active' }, range: [0, shown - 1] })
  const answer = {
    data: own.data && everywhere.data && { own: own.data, everywhere: everywhere.data },
    error: own.error ?? everywhere.error,
    refetch: async () => await Promise.all([own, everywhere].filter(({ error }) => error).map(async (one) => await one.refetch())),
  }
  const [list, create] = [paths(rules.name, 'list'), paths(rules.name, 'create')]
  return (
    <AnswerPanel title={t('Rules that hold here')} answer={answer} className={classes['panel']}>
      {(data) => (
        <>
          {data.own.total === 0 ? <p className={classes['none']}>{t('No rule names this category.')}</p> : <Rules label={t('Rules of this category')} records={data.own.rows} except="categoryIds" />}
          {data.own.total > data.own.rows.length && list !== null && (
            <p><a href={`${list}?filter=${encodeURIComponent(JSON.stringify({ categoryIds: [id] }))}`}>{t('All {n} rules of this category', { n: data.own.total })}</a></p>
          )}
          {data.everywhere.total > 0 && (
            <>
              <h3>{t('For every event, where no more specific rule says otherwise')}</h3>
              <Rules label={t('Rules for every event')} records={data.everywhere.rows} />
            </>
          )}
          {may('write', 'rules') && create !== null && <Button className={classes['end']} variant="default" component="a" href={`${create}?category=${id}&called=${encodeURIComponent(title)}`}>{t('New rule for this category')}</Button>}
        </>
      )}
    </AnswerPanel>
  )
}

/** By type, and of one type in the order in which they prevail. `except`: the condition that all of them have, which is not said again. */
function Rules({ label, records, except }: { label: string; records: readonly unknown[]; except?: 'categoryIds' }) {
  // The server sent them by the definition that rules are part of.
  const sorted = (records as readonly (AnyRecord & Rule & { readonly state: string })[]).toSorted((a, b) => (
    choiceLabelOf(ruleFields.type, a.type).localeCompare(choiceLabelOf(ruleFields.type, b.type)) || comparePrecedence(a, b)))
  return (
    <ul className={classes['holding']} aria-label={label}>
      {sorted.map((rule) => {
        const titleOf = titlesIn(rule)
        const where = conditionWords(except ? { ...rule, [except]: [] } : rule, titleOf).join(' · ')
        return (
          <li key={rule.id}>
            <span><RecordLink to={rules.name} id={rule.id}>{rule.name}</RecordLink> {rule.state !== 'active' && <Chip tone={ruleFields.state.tones[rule.state as keyof typeof ruleFields.state.tones]}>{choiceLabelOf(ruleFields.state, rule.state)}</Chip>}</span>
            <small>{t('{type}: {effect}', { type: choiceLabelOf(ruleFields.type, rule.type), effect: effectWords(rule, titleOf) ?? '–' })}{where !== '' && ` · ${where}`}</small>
          </li>
        )
      })}
    </ul>
  )
}
