import { Button, Textarea } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { useCommand } from '../../../ui/resource/client.web.ts'
import { cellOf } from '../../../ui/resource/cells.tsx'
import { RecordLink } from '../../../ui/resource/record-link.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import type { CatalogueSearchProps } from './catalogue-search.tsx'
import type { PastedCodes } from './code-list.ts'
import { maxCodes, readPasted } from './code-list.ts'
import type { DryRunDialogProps } from './dry-run-dialog.tsx'
import type { KnownCode } from './import.endpoints.ts'
import { importEndpoints } from './import.endpoints.ts'
import classes from './imports.module.css'
import type { SupplierFacts } from './supplier-facts.ts'

const DryRunDialog = lazy(async () => ({ default: (await import('./dry-run-dialog.tsx')).DryRunDialog }))
const CatalogueSearch = lazy(async () => ({
  default: (await import('./catalogue-search.tsx')).CatalogueSearch,
}))
const PlaceInputs = lazy(async () => ({ default: (await import('./place-inputs.tsx')).PlaceInputs }))

/** Where codes are pasted, checked as one types. */
export function PasteBox({ supplier, onPasted }: { supplier: SupplierFacts; onPasted: () => void }) {
  const { paste } = useMemo(() => importEndpoints(supplier), [supplier])
  const [text, setText] = useState('')
  const [place, setPlace] = useState<{ cityId: number | null; subcategoryId: number | null } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [there, setThere] = useState<ThereProps['there'] | null>(null)
  const add = useCommand(paste, { refresh: [supplier.codes], quiet: [403, 409, 422] })
  const read = useMemo(() => readPasted(text, supplier.readCode), [text, supplier])
  const count = read.codes.length

  function change(next: string): void {
    setText(next)
    setProblem(null)
    setThere(null)
  }

  async function submit(): Promise<void> {
    if (count === 0) return setProblem(noCodesWords(supplier))
    try {
      const { added, known, knownCodes } = await add.mutateAsync({ input: { text, ...place } })
      if (added > 0) {
        toast.success(addedWords(added, known))
        setText('')
      }
      setThere(known > 0 ? { known, codes: knownCodes } : null)
      onPasted()
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblem(problemOf(failure))
    }
  }

  return (
    <form
      className={classes['paste']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <CodesInput supplier={supplier} text={text} problem={problem} onChange={change} />
      <p className={classes['counts']} role="status">
        {text.trim() === '' ? ' ' : countWords(read)}
      </p>
      <NotCodes refused={read.refused} />
      {there && <KnownCodes supplier={supplier} there={there} />}
      {place && (
        <Suspense>
          <PlaceInputs value={place} problems={{}} onChange={setPlace} />
        </Suspense>
      )}
      <div className={classes['buttons']}>
        <Button type="submit" loading={add.isPending} disabled={count > maxCodes}>
          {count === 0 ? t('Import codes') : t('{n, plural, one {Import # code} other {Import # codes}}', { n: count })}
        </Button>
        <BeforeImport
          supplier={supplier}
          codes={read.codes}
          place={place}
          onChosen={(codes) => change([text.trim(), ...codes].filter((line) => line !== '').join('\n'))}
        />
        {!place && (
          <Button variant="default" onClick={() => setPlace({ cityId: null, subcategoryId: null })}>
            {t('Set city and subcategory')}
          </Button>
        )}
      </div>
    </form>
  )
}

interface CodesInputProps {
  readonly supplier: SupplierFacts
  readonly text: string
  readonly problem: string | null
  readonly onChange: (text: string) => void
}

function CodesInput({ supplier, text, problem, onChange }: CodesInputProps) {
  return (
    <Textarea
      label={t('Product codes')}
      description={t('Paste up to {n} codes or URLs from {supplier}, in any layout.', {
        n: formatNumber(maxCodes),
        supplier: supplier.name,
      })}
      // Codes are in no language.
      lang="zxx"
      placeholder={`${supplier.codeExample}\n${supplier.siteExample}`}
      autosize
      minRows={3}
      maxRows={10}
      spellCheck={false}
      value={text}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type BeforeImportProps = Pick<DryRunDialogProps, 'supplier' | 'codes' | 'place'> &
  Pick<CatalogueSearchProps, 'onChosen'>

/** What people do before they import: try what they have pasted, and look for what they have no code of. */
function BeforeImport({ supplier, codes, place, onChosen }: BeforeImportProps) {
  const [open, setOpen] = useState<'dry-run' | 'search' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" disabled={codes.length === 0} onClick={() => setOpen('dry-run')}>
        {t('Dry run')}
      </Button>
      <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen('search')}>
        {t('Search catalogue')}
      </Button>
      <Suspense>
        {open === 'dry-run' && <DryRunDialog supplier={supplier} codes={codes} place={place} onClose={close} />}
        {open === 'search' && (
          <CatalogueSearch
            supplier={supplier}
            onClose={close}
            onChosen={(chosen) => {
              close()
              onChosen(chosen)
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** What looks like a code and is none, the first few of it. */
function NotCodes({ refused }: { refused: PastedCodes['refused'] }) {
  if (refused.length === 0) return null
  return (
    <ul className={classes['refused']} aria-label={t('Not codes')}>
      {refused.slice(0, 5).map(({ line, text: word }, index) => (
        <li key={index}>
          {t('Line {line}:', { line })} <code>{word}</code>
        </li>
      ))}
      {refused.length > 5 && <li>{t('And {n} more.', { n: refused.length - 5 })}</li>}
    </ul>
  )
}

interface ThereProps {
  readonly supplier: SupplierFacts
  readonly there: { readonly known: number; readonly codes: readonly KnownCode[] }
}

/** Codes of the last paste that were in the list before, and what became of each: a paste does nothing to them. */
function KnownCodes({ supplier: { codes: resource }, there: { known, codes } }: ThereProps) {
  const words = t(
    '{n, plural, one {# code was here already, so nothing was added for it} other {# codes were here already, so nothing was added for them}}',
    { n: known },
  )
  return (
    <div className={classes['known']} role="status">
      <p>{words}</p>
      <ul aria-label={t('Codes that were here already')}>
        {codes.map(({ id, code, status }) => (
          <li key={id}>
            <RecordLink to={resource.name} id={id}>
              {code}
            </RecordLink>{' '}
            {cellOf('status', resource.fields.status, { status })}
          </li>
        ))}
        {known > codes.length && <li>{t('And {n} more.', { n: known - codes.length })}</li>}
      </ul>
    </div>
  )
}

function problemOf({ body: { fields }, message }: FailedRequest): string {
  return fields?.['text'] ?? Object.values(fields ?? {})[0] ?? message
}

function noCodesWords({ codeExample }: SupplierFacts): string {
  return t('No codes found. They look like {example}.', { example: codeExample })
}

function addedWords(added: number, known: number): string {
  return [
    t('{n, plural, one {# code added} other {# codes added}}', { n: added }),
    ...(known > 0 ? [t('{n, plural, one {# already existed} other {# already existed}}', { n: known })] : []),
  ].join(' · ')
}

function countWords({ codes, duplicates, refused, linesOfWords }: PastedCodes): string {
  return [
    t('{n, plural, one {# code} other {# codes}}', { n: codes.length }),
    ...(duplicates > 0 ? [t('{n, plural, one {# duplicate} other {# duplicates}}', { n: duplicates })] : []),
    ...(refused.length > 0 ? [t('{n, plural, one {# not a code} other {# not codes}}', { n: refused.length })] : []),
    ...(linesOfWords > 0
      ? [t('{n, plural, one {# line without a code} other {# lines without a code}}', { n: linesOfWords })]
      : []),
    ...(codes.length > maxCodes ? [t('{most} is the most at a time', { most: maxCodes })] : []),
  ].join(' · ')
}
