import { Button } from '@mantine/core'
import type { AnyField } from '../../core/resource/fields.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { InputProps } from '../../ui/resource/input-props.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { languageName } from '../../platform/translations/store/language-names.ts'
import classes from './languages.module.css'
import { directionOf } from './script-direction.ts'

const keptTag = msg('Texts and URLs use it, so it can’t change. For another tag, create another language.')

type OwnProps = InputProps & { field: AnyField }

/** The tag, which never changes once the language exists: the form says so up front. */
function CodeInput({ field, ...props }: OwnProps) {
  return <div className={classes['narrow']}>{inputOf(props.readOnly ? { ...field, help: keptTag } : field, props)}</div>
}

/** The fallback for missing texts. Every language except the default needs one, so it is marked as required. */
function FallbackInput({ field, ...props }: OwnProps) {
  return <div className={classes['narrow']}>{inputOf({ ...field, required: true }, props)}</div>
}

/** Which way it is written, with a word of doubt where its script runs the other way. */
function DirectionInput({ field, ...props }: OwnProps) {
  const code = String(props.draft['code'] ?? '').trim()
  const usual = directionOf(code)
  const isOdd = usual !== null && props.value !== usual
  return (
    <div>
      <div className={classes['narrow']}>{inputOf(field, props)}</div>
      <div role="status">
        {isOdd && (
          <p className={classes['warning']}>
            {usual === 'rtl'
              ? t('{language} is usually written from right to left.', { language: languageName(code, code) })
              : t('{language} is usually written from left to right.', { language: languageName(code, code) })}
            {!props.readOnly && (
              <>
                {' '}
                <Button variant="subtle" size="compact-sm" onClick={() => props.onChange(usual)}>
                  {usual === 'rtl' ? t('Choose right to left') : t('Choose left to right')}
                </Button>
              </>
            )}
          </p>
        )}
      </div>
    </div>
  )
}

/** The form's own inputs of languages, by field. */
export const localeInputs = { code: CodeInput, fallbackId: FallbackInput, direction: DirectionInput }
