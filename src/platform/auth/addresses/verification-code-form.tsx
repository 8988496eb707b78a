import { Button, TextInput } from '@mantine/core'
import type { Ref } from 'react'
import { useEffect, useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import classes from './ip-screens.module.css'

interface CodeFormProps {
  readonly input: Ref<HTMLInputElement>
  readonly code: string
  readonly inputMode: 'text' | 'numeric'
  /** The address that the code was sent to; null for a code of the command line. */
  readonly sentTo: string | null
  readonly problem: string | null
  readonly isBusy: boolean
  readonly onType: (code: string) => void
  readonly onSubmit: () => void
}

/** Where the code of the email, or of the command line, is entered. */
export function CodeForm({ input, code, inputMode, sentTo, problem, isBusy, onType, onSubmit }: CodeFormProps) {
  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <TextInput
        ref={input}
        className={classes['code'] ?? ''}
        label={t('Code')}
        value={code}
        onChange={(event) => onType(event.currentTarget.value)}
        inputMode={inputMode}
        autoComplete="one-time-code"
        maxLength={30}
        error={problem}
        description={
          sentTo === null
            ? t('The command line printed it.')
            : t('Sent to {email}. If it doesn’t arrive within a minute, check your spam folder.', { email: sentTo })
        }
      />
      <Button type="submit" loading={isBusy}>
        {t('Verify this address')}
      </Button>
    </form>
  )
}

interface SendButtonProps {
  /** Seconds until the last code ends; 0 without one. */
  readonly codeEndsIn: number
  /** Seconds until another code can be sent. */
  readonly nextCodeIn: number
  /** Whether this is the first thing to do here. */
  readonly isMain: boolean
  readonly isBusy: boolean
  readonly onSend: () => void
}

/** Asks for a code by email, once another can be sent. */
export function SendButton({ codeEndsIn, nextCodeIn, isMain, isBusy, onSend }: SendButtonProps) {
  const wait = useCountdown(nextCodeIn)
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      loading={isBusy && isMain}
      disabled={wait > 0 || isBusy}
      onClick={onSend}
    >
      {wait > 0
        ? t('Send another code in {wait} s', { wait })
        : codeEndsIn > 0
          ? t('Send another code')
          : t('Email me a code')}
    </Button>
  )
}

/** Seconds left, counted down from the server's last answer. */
function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    setLeft(seconds)
    if (seconds <= 0) return
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1_000)
    return () => clearInterval(timer)
  }, [seconds])
  return left
}
