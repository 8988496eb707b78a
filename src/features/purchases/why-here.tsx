import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { Filled } from '../../ui/resource/screen-parts.web.ts'
import { placementDialog } from '../section-mapping/placement-slot.ts'
import { readLinePlacement } from './line-placement.ts'
import classes from './why-here.module.css'

interface WhyHereProps {
  readonly purchaseId: number
  readonly position: number
  readonly section: string
}

/** Opens the reasons for the section of an order line, which are read when it is pressed. */
export function WhyHere({ purchaseId, position, section }: WhyHereProps) {
  const [isOpen, setOpen] = useState(false)
  const answer = useAnswer(readLinePlacement, { params: { id: purchaseId, position }, enabled: isOpen })
  return (
    <>
      <button
        type="button"
        className={classes['why']}
        aria-label={t('Why this section? {section}', { section })}
        onClick={() => setOpen(true)}
      >
        {t('Why this section?')}
      </button>
      {isOpen && <Filled slot={placementDialog} props={{ answer, onClose: () => setOpen(false) }} />}
    </>
  )
}
