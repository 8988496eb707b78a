import { ListScreen } from '../../../ui/resource/list-screen.tsx'
import type { ViewsProps } from '../../../ui/resource/screen-parts.web.ts'
import { useScreenParts } from '../../../ui/resource/screen-parts.web.ts'
import { HowRulesWork } from './how-rules-work.tsx'
import { thresholdWords } from './risk-labels.ts'
import { riskRules } from './risk-rules.ts'
import classes from './risk.module.css'

const cells = { threshold: thresholdWords }
const widths = { kind: 226, threshold: 150 }

export function RiskRuleListScreen() {
  return <ListScreen of={riskRules} cells={cells} widths={widths} views={ListHead} />
}

function ListHead(props: ViewsProps) {
  const { Views } = useScreenParts()
  return (
    <>
      <div className={classes['head']}>
        <HowRulesWork />
      </div>
      <Views {...props} />
    </>
  )
}
