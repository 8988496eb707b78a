import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { Filled } from '../../ui/resource/screen-parts.web.ts'
import { placementDialog } from '../section-mapping/placement-slot.ts'
import { readListingPlacement } from '../section-mapping/placement.ts'
import classes from './outliers.module.css'

/** Opens the reasons for the place of a listing, which are read when it is pressed. */
export function WhyHere({ id, code }: { id: number; code: string }) {
  const [isOpen, setOpen] = useState(false)
  const answer = useAnswer(readListingPlacement, { params: { id }, enabled: isOpen })
  return (
    <>
      <button
        type="button"
        className={classes['why']}
        aria-label={t('Why listing {code} is placed here', { code })}
        onClick={() => setOpen(true)}
      >
        {t('Why?')}
      </button>
      {isOpen && <Filled slot={placementDialog} props={{ answer, onClose: () => setOpen(false) }} />}
    </>
  )
}
