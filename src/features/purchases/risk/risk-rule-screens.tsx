import { Button } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { recordIdIn } from '../../../core/record-id.ts'
import { isWritable } from '../../../core/resource/fields.ts'
import { t } from '../../../core/i18n/language.ts'
import { lazyScreen } from '../../../ui/lazy-screen.tsx'
import { useRouteQuery } from '../../../ui/navigation.tsx'
import { FormScreen } from '../../../ui/resource/form-screen.tsx'
import { ListScreen } from '../../../ui/resource/list-screen.tsx'
import type { ViewsProps } from '../../../ui/resource/screen-parts.web.ts'
import { useScreenParts } from '../../../ui/resource/screen-parts.web.ts'
import { reviewFrom, riskRules } from './risk-rules.ts'
import { riskSentence, thresholdWords } from './risk-labels.ts'
import classes from './risk.module.css'

const TryRiskDialog = lazyScreen(async () => (await import('./try-risk-dialog.tsx')).TryRiskDialog)

const cells = { threshold: thresholdWords }
const widths = { threshold: 150 }

export function RiskRuleListScreen() {
  return <ListScreen of={riskRules} cells={cells} widths={widths} views={ListHead} />
}

function ListHead(props: ViewsProps) {
  const { Views } = useScreenParts()
  return (
    <>
      <HowRulesWork />
      <Views {...props} />
    </>
  )
}

export function RiskRuleFormScreen() {
  const [query] = useRouteQuery()
  const id = recordIdIn(query['id'])
  return <FormScreen of={riskRules} notice={<HowRulesWork />} headline={(draft) => <Trial id={id} draft={draft} />} />
}

function HowRulesWork() {
  return (
    <p className={classes['how']}>
      {t(
        'When an order is paid, the points of all enabled rules that apply are added up to its risk score. From {reviewFrom} of 100 it is held for review. Changes apply to orders paid from now on; the scores of existing orders stay.',
        { reviewFrom },
      )}
    </p>
  )
}

type Draft = Readonly<Record<string, unknown>>

/** The rule as a sentence, and the way to see what it would do before it is saved. */
function Trial({ id, draft }: { id: number | null; draft: Draft }) {
  const [isOpen, setOpen] = useState(false)
  const sentence = riskSentence(draft)
  return (
    <div className={classes['trial']}>
      <p role="status">{sentence ?? t('Fill in the rule to read it as a sentence.')}</p>
      <Button
        variant="light"
        leftSection={<IconFlask size={15} aria-hidden />}
        disabled={sentence === null}
        onClick={() => setOpen(true)}
      >
        {t('Try on last month')}
      </Button>
      {isOpen && (
        <Suspense>
          <TryRiskDialog id={id} draft={writable(draft)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function writable(draft: Draft): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(riskRules.fields)
      .filter(([, field]) => isWritable(field))
      .map(([key]) => [key, draft[key]]),
  )
}
