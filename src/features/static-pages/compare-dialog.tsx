import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { formatInstant, nameOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { PageVersion } from './static-page.endpoints.ts'
import classes from './static-pages.module.css'
import { versionDiff } from './version-diff.ts'

interface Side {
  readonly key: string
  readonly label: string
  readonly title: string
  readonly body: string
  readonly texts: PageVersion['texts'] | null
}

function inLanguage({ title, body, texts }: Side, locale: string): { title: string; body: string } {
  return locale === '' ? { title, body } : (texts?.[locale] ?? { title: '', body: '' })
}

/** The differences between a version and another one, or the draft. */
export function CompareDialog({
  page,
  versions,
  first,
  onClose,
}: {
  page: AnyRecord
  versions: readonly PageVersion[]
  first: PageVersion
  onClose: () => void
}) {
  const sides: Side[] = [
    {
      key: 'draft',
      label: t('the draft'),
      title: String(page['title']),
      body: String(page['body'] ?? ''),
      texts: null,
    },
    ...versions.map(({ id, number, effectiveFrom, title, body, texts }) => ({
      key: String(id),
      label: t('version {number} ({from})', { number, from: formatInstant(effectiveFrom) }),
      title,
      body,
      texts,
    })),
  ]
  const older = versions[versions.findIndex(({ id }) => id === first.id) + 1]
  const [from, setFrom] = useState(older ? String(older.id) : String(first.id))
  const [to, setTo] = useState(older ? String(first.id) : 'draft')
  const [locale, setLocale] = useState('')
  const sideOf = (key: string) => sides.find((side) => side.key === key)
  const [before, after] = [sideOf(from), sideOf(to)]
  const locales = [...new Set([before, after].flatMap((side) => Object.keys(side?.texts ?? {})))].sort()
  const options = sides.map(({ key, label }) => ({ value: key, label }))
  return (
    <Dialog title={t('Compare versions')} onClose={onClose} size={860}>
      <div className={classes['sides']}>
        <NativeSelect
          label={t('From')}
          value={from}
          data={options}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('To')}
          value={to}
          data={options}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('Language')}
          value={locale}
          onChange={(event) => setLocale(event.currentTarget.value)}
          data={[
            { value: '', label: t('Source') },
            ...locales.map((code) => ({ value: code, label: nameOf('language', code) })),
          ]}
        />
      </div>
      {locale !== '' && (from === 'draft' || to === 'draft') && (
        <p className={classes['quiet']}>
          {t('Compares the draft’s source text only. Its translations are in the languages above the form.')}
        </p>
      )}
      {before && after && <Difference before={inLanguage(before, locale)} after={inLanguage(after, locale)} />}
    </Dialog>
  )
}

function Difference({
  before,
  after,
}: {
  before: { title: string; body: string }
  after: { title: string; body: string }
}) {
  const blocks = [
    ...versionDiff(`<p>${before.title}</p>`, `<p>${after.title}</p>`),
    ...versionDiff(before.body, after.body),
  ]
  const changed = blocks.filter(({ change }) => change !== 'same').length
  return (
    <>
      <p className={classes['quiet']} role="status">
        {changed === 0
          ? t('No differences.')
          : t('{n, plural, one {One paragraph differs.} other {# paragraphs differ.}}', { n: changed })}
      </p>
      <div className={classes['diff']} role="region" tabIndex={0} aria-label={t('Difference')}>
        {blocks.map(({ change, parts }, place) => (
          <p key={place} data-change={change}>
            {parts.map((part, index) =>
              part.change === 'added' ? (
                <ins key={index}>{part.text}</ins>
              ) : part.change === 'removed' ? (
                <del key={index}>{part.text}</del>
              ) : (
                <span key={index}>{part.text}</span>
              ),
            )}
          </p>
        ))}
      </div>
    </>
  )
}
