import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { Filled } from '../../ui/resource/screen-parts.web.ts'
import { placementDialog } from '../section-mapping/placement-slot.ts'
import { readAnswerPlacement } from './availability.endpoints.ts'
import classes from './availability.module.css'

interface WhyHereProps {
  readonly checkId: number
  readonly source: string
  readonly code: string
  readonly section: string
}

/** Opens the reasons for the place of a listing, which are read when it is pressed. */
export function WhyHere({ checkId, source, code, section }: WhyHereProps) {
  const [isOpen, setOpen] = useState(false)
  const answer = useAnswer(readAnswerPlacement, { params: { id: checkId, source }, query: { code }, enabled: isOpen })
  return (
    <>
      <button
        type="button"
        className={classes['why']}
        aria-label={t('Why {section} is placed here', { section })}
        onClick={() => setOpen(true)}
      >
        {t('Why?')}
      </button>
      {isOpen && <Filled slot={placementDialog} props={{ answer, onClose: () => setOpen(false) }} />}
    </>
  )
}
