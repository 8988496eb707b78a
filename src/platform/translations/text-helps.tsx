import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatInstant, formatPercent } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import type { Helps } from './memory.endpoints.ts'
import { readTextVersions } from './memory.endpoints.ts'
import classes from './translations.module.css'
import { Words } from './changed-labels.tsx'

interface HelpsProps {
  helps: Helps
  locale: string
  words: (text: string) => string
  onTake: ((text: string) => void) | null
}

/** What was approved elsewhere for a source like this one, and how the names in it were translated. */
export function TextHelps({ helps: { matches, terms }, locale, words, onTake }: HelpsProps) {
  if (matches.length === 0 && terms.length === 0) return null
  return (
    <div className={classes['helps']}>
      {terms.length > 0 && (
        <ul className={classes['terms']} aria-label={t('Names in it')}>
          {terms.map(({ source, text }) => (
            <li key={source}>
              {source} → <strong lang={locale}>{text}</strong>
            </li>
          ))}
        </ul>
      )}
      {onTake && matches.length > 0 && (
        <ul className={classes['matches']} aria-label={t('Approved elsewhere')}>
          {matches.map(({ source, text, likeness, translator }) => (
            <li key={text}>
              <p>
                <strong>{formatPercent(likeness, 'measured')}</strong> <span lang={locale}>{words(text)}</span>
              </p>
              <p>
                <small>
                  {likeness >= 10_000
                    ? t('For the same source, by {translator}', { translator })
                    : t('For “{source}”, by {translator}', { source: words(source).slice(0, 160), translator })}
                </small>
              </p>
              <Button variant="default" size="compact-xs" onClick={() => onTake(text)}>
                {t('Use')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface VersionsProps {
  place: { resource: string; recordId: number; locale: string; field: string }
  now: string
  words: (text: string) => string
  onTake: ((text: string) => void) | null
}

/** Earlier versions of a translation, loaded when the user opens them. */
export function EarlierVersions({ place, now, words, onTake }: VersionsProps) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useAnswer(readTextVersions, { query: place, enabled: isOpen })
  return (
    <div className={classes['versions']}>
      <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('Earlier versions')}
      </Button>
      {isOpen &&
        data &&
        (data.versions.length === 0 ? (
          <p className={classes['fallback']}>{t('Never changed.')}</p>
        ) : (
          <ol aria-label={t('Earlier versions')}>
            {data.versions.map(({ id, at, by, text }) => (
              <li key={id}>
                <small>{t('Until changed by {by}, {when}', { by, when: formatInstant(at) })}</small>
                <p>
                  <Words from={words(text)} to={words(now)} />
                </p>
                {onTake && text !== now && (
                  <Button variant="default" size="compact-xs" onClick={() => onTake(text)}>
                    {t('Restore')}
                  </Button>
                )}
              </li>
            ))}
          </ol>
        ))}
    </div>
  )
}
