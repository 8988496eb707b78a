import { Button } from '@mantine/core'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { t } from '../../core/i18n/language.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { Chip } from '../../ui/resource/cells.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useRows } from '../../ui/resource/client.web.ts'
import type { RecordPartProps } from '../../ui/resource/screen-parts.web.ts'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import type { Rule } from './rule-evaluation.ts'
import { comparePrecedence } from './rule-evaluation.ts'
import { ruleFields } from './rule-fields.ts'
import type { RuleKey } from './rule-intent.web.ts'
import { conditionWords, effectWords, titlesIn } from './rule-labels.ts'
import classes from './rules.module.css'
import { rules } from './rules.ts'

/** Rules that are shown of each kind; the list has them all. */
const shown = 30

type Section = 'categories' | 'subcategories'

/** The condition of rules that names a section of each level. */
const conditionOf = { categories: 'categoryIds', subcategories: 'subcategoryIds' } as const satisfies Record<
  Section,
  RuleKey
>

const isSection = (name: string): name is Section => Object.hasOwn(conditionOf, name)

/**
 * Beside the form of a category or subcategory: the rules that apply to its events because of it, because of its
 * category, and because they apply to every event. Renders nothing without permission to see rules.
 */
export function SectionRulesPanel({ of: { name }, record }: RecordPartProps) {
  if (!useMay()('ui', 'rules') || !isSection(name)) return null
  const { id, categoryId } = record
  return (
    <Panel
      of={name}
      id={id}
      title={String(record['name'])}
      categoryId={name === 'subcategories' && typeof categoryId === 'number' ? categoryId : null}
    />
  )
}

function Panel({ of, id, title, categoryId }: { of: Section; id: number; title: string; categoryId: number | null }) {
  const may = useMay()
  const paths = useRecordPaths()
  const key = conditionOf[of]
  const own = useRows(rules, { filter: { [key]: id }, range: [0, shown - 1] })
  const above = useRows(rules, { filter: { categoryIds: categoryId ?? 0 }, range: [0, shown - 1] }, categoryId !== null)
  const everywhere = useRows(rules, { filter: { specificity: 0, state: 'active' }, range: [0, shown - 1] })
  const asked = categoryId === null ? [own, everywhere] : [own, above, everywhere]
  const answer = {
    data:
      own.data && everywhere.data && (categoryId === null || above.data)
        ? { own: own.data, above: categoryId === null ? [] : (above.data?.rows ?? []), everywhere: everywhere.data }
        : undefined,
    error: asked.find(({ error }) => error)?.error ?? null,
    refetch: async () => await Promise.all(asked.filter(({ error }) => error).map(async (one) => await one.refetch())),
  }
  const [list, create] = [paths(rules.name, 'list'), paths(rules.name, 'create')]
  const words =
    of === 'categories'
      ? {
          none: t('No rule names this category.'),
          label: t('Rules of this category'),
          make: t('New rule for this category'),
        }
      : {
          none: t('No rule names this subcategory.'),
          label: t('Rules of this subcategory'),
          make: t('New rule for this subcategory'),
        }
  return (
    <AnswerPanel title={t('Active rules here')} answer={answer} className={classes['panel']}>
      {(data) => (
        <>
          {data.own.total === 0 ? (
            <p className={classes['none']}>{words.none}</p>
          ) : (
            <Rules label={words.label} records={data.own.rows} except={key} />
          )}
          {data.own.total > data.own.rows.length && list !== null && (
            <p>
              <a href={`${list}?filter=${encodeURIComponent(JSON.stringify({ [key]: [id] }))}`}>
                {of === 'categories'
                  ? t('All {n} rules of this category', { n: data.own.total })
                  : t('All {n} rules of this subcategory', { n: data.own.total })}
              </a>
            </p>
          )}
          {data.above.length > 0 && (
            <>
              <h3>{t('For the whole category, unless a subcategory has its own rule')}</h3>
              <Rules label={t('Rules of its category')} records={data.above} except="categoryIds" />
            </>
          )}
          {data.everywhere.total > 0 && (
            <>
              <h3>{t('For every event, unless a more specific rule applies')}</h3>
              <Rules label={t('Rules for every event')} records={data.everywhere.rows} />
            </>
          )}
          {may('write', 'rules') && create !== null && (
            <Button
              className={classes['end']}
              variant="default"
              component="a"
              href={`${create}?${of === 'categories' ? 'category' : 'subcategory'}=${id}&called=${encodeURIComponent(title)}`}
            >
              {words.make}
            </Button>
          )}
        </>
      )}
    </AnswerPanel>
  )
}

/**
 * By type, and within a type in order of precedence. `except`: the condition that they all share, which is not
 * repeated.
 */
function Rules({
  label,
  records,
  except,
}: {
  label: string
  records: readonly unknown[]
  except?: (typeof conditionOf)[Section]
}) {
  // The server sent them by the definition that rules are part of.
  const sorted = (records as readonly (AnyRecord & Rule & { readonly state: string })[]).toSorted(
    (a, b) =>
      choiceLabelOf(ruleFields.type, a.type).localeCompare(choiceLabelOf(ruleFields.type, b.type)) ||
      comparePrecedence(a, b),
  )
  return (
    <ul className={classes['holding']} aria-label={label}>
      {sorted.map((rule) => {
        const titleOf = titlesIn(rule)
        const where = conditionWords(except ? { ...rule, [except]: [] } : rule, titleOf).join(' · ')
        return (
          <li key={rule.id}>
            <span>
              <RecordLink to={rules.name} id={rule.id}>
                {rule.name}
              </RecordLink>{' '}
              {rule.state !== 'active' && (
                <Chip tone={ruleFields.state.tones[rule.state as keyof typeof ruleFields.state.tones]}>
                  {choiceLabelOf(ruleFields.state, rule.state)}
                </Chip>
              )}
            </span>
            <small>
              {t('{type}: {effect}', {
                type: choiceLabelOf(ruleFields.type, rule.type),
                effect: effectWords(rule, titleOf) ?? '–',
              })}
              {where !== '' && ` · ${where}`}
            </small>
          </li>
        )
      })}
    </ul>
  )
}
