import { Fragment } from 'react'
import { t } from '../../core/i18n/language.ts'
import { redactionMarker } from './review-rules.ts'
import classes from './reviews.module.css'

/** What an author wrote, with redactions clearly marked. */
export function ReviewText({ text, lang }: { text: string; lang: string }) {
  return (
    <span lang={lang} className={classes['text']}>
      {text.split(redactionMarker).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <mark className={classes['redacted']}>{t('redacted')}</mark>}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
