import { Button } from '@mantine/core'
import classes from './messages.module.css'
import { t } from '../../core/i18n/language.ts'

export interface Letter {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly code: string | null
  readonly action: { readonly label: string; readonly path: string } | null
  readonly closing: readonly string[]
  readonly attachments: readonly string[]
}

/** A message as its receiver sees it. `isLive` makes its link clickable. */
export function MessageLetter({ letter, isLive }: { letter: Letter; isLive: boolean }) {
  return (
    <div className={classes['letter']}>
      {letter.paragraphs.map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
      {letter.code !== null && <p className={classes['code']}>{letter.code}</p>}
      {letter.action &&
        (isLive ? (
          <Button component="a" href={letter.action.path}>
            {letter.action.label}
          </Button>
        ) : (
          <p className={classes['quiet']}>
            {t('Button “{label}”, leads to {path}', { label: letter.action.label, path: letter.action.path })}
          </p>
        ))}
      {letter.closing.map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
      {letter.attachments.length > 0 && (
        <p className={classes['quiet']}>{t('Attached: {names}', { names: letter.attachments.join(', ') })}</p>
      )}
    </div>
  )
}
