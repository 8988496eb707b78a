import { Fragment } from 'react'
import { t } from '../../kit/language.ts'
import { redactionMarker } from './review-rules.ts'
import classes from './reviews.module.css'

/** What an author wrote, with what was taken out of it marked so that nobody overlooks it. */
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
