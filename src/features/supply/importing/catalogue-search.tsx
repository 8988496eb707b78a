import { Button, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatMoney } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { cellOf } from '../../../ui/resource/cells.tsx'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import { Failure, PanelSkeleton } from '../../../ui/resource/states.tsx'
import classes from './catalogue-search.module.css'
import type { FoundInCatalogue } from './catalogue-found.ts'
import { importEndpoints } from './import.endpoints.ts'
import type { SupplierFacts } from './supplier-facts.ts'

interface Asked {
  readonly words: string
  readonly place: string
  readonly page: number
}

export interface CatalogueSearchProps {
  readonly supplier: SupplierFacts
  readonly onClose: () => void
  readonly onChosen: (codes: readonly string[]) => void
}

/** For people who have no code: finds products in the supplier's own catalogue and takes the codes of those that are ticked. */
export function CatalogueSearch({ supplier, onClose, onChosen }: CatalogueSearchProps) {
  const [words, setWords] = useState('')
  const [place, setPlace] = useState('')
  const [asked, setAsked] = useState<Asked | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())

  function toggle(code: string): void {
    const next = new Set(chosen)
    if (!next.delete(code)) next.add(code)
    setChosen(next)
  }

  return (
    <Dialog title={t('Search {supplier}', { supplier: supplier.name })} onClose={onClose} size={760}>
      <div className={classes['dialog']}>
        <form
          noValidate
          className={classes['asking']}
          onSubmit={(event) => {
            event.preventDefault()
            const wanted = { words: words.trim(), place: place.trim(), page: 1 }
            if (wanted.words === '' && wanted.place === '') setProblem(t('Enter a word or a city.'))
            else setAsked(wanted)
          }}
        >
          <TextInput
            label={t('Words in the title')}
            maxLength={120}
            value={words}
            error={problem}
            onChange={(event) => {
              setWords(event.currentTarget.value)
              setProblem(null)
            }}
          />
          <TextInput
            label={t('City')}
            maxLength={80}
            value={place}
            onChange={(event) => {
              setPlace(event.currentTarget.value)
              setProblem(null)
            }}
          />
          <Button type="submit">{t('Search')}</Button>
        </form>
        {asked && <Results supplier={supplier} asked={asked} chosen={chosen} onToggle={toggle} onPage={setAsked} />}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button disabled={chosen.size === 0} onClick={() => onChosen([...chosen])}>
            {chosen.size === 0
              ? t('Add codes')
              : t('{n, plural, one {Add # code} other {Add # codes}}', { n: chosen.size })}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

interface ResultsProps {
  readonly supplier: SupplierFacts
  readonly asked: Asked
  readonly chosen: ReadonlySet<string>
  readonly onToggle: (code: string) => void
  readonly onPage: (asked: Asked) => void
}

function Results({ supplier, asked, chosen, onToggle, onPage }: ResultsProps) {
  const { search } = useMemo(() => importEndpoints(supplier), [supplier])
  const { data, error, refetch } = useAnswer(search, {
    query: {
      ...(asked.words !== '' && { words: asked.words }),
      ...(asked.place !== '' && { place: asked.place }),
      page: String(asked.page),
    },
    staleTime: 60_000,
    quiet: [409, 422],
  })
  if (error) return <Failure error={error} onRetry={() => void refetch()} what={t('Search')} />
  if (!data) return <PanelSkeleton />
  if (data.problem !== null)
    return (
      <p role="alert" className={classes['problem']}>
        {data.problem}{' '}
        <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
          {t('Try again')}
        </Button>
      </p>
    )
  if (data.items.length === 0)
    return <p role="status">{t('{supplier} has nothing like this. Try fewer words.', { supplier: supplier.name })}</p>
  return (
    <>
      <p role="status" className={classes['quiet']}>
        {t('{n, plural, one {# product} other {# products}}', { n: data.total })}
      </p>
      <ul className={classes['list']} aria-label={t('Products found')}>
        {data.items.map((item) => (
          <Product
            key={item.code}
            supplier={supplier}
            item={item}
            isChosen={chosen.has(item.code)}
            onToggle={() => onToggle(item.code)}
          />
        ))}
      </ul>
      {(asked.page > 1 || data.hasMore) && (
        <div className={classes['pages']}>
          <Button
            variant="default"
            disabled={asked.page === 1}
            onClick={() => onPage({ ...asked, page: asked.page - 1 })}
          >
            {t('Previous')}
          </Button>
          <Button variant="default" disabled={!data.hasMore} onClick={() => onPage({ ...asked, page: asked.page + 1 })}>
            {t('Next')}
          </Button>
        </div>
      )}
    </>
  )
}

interface ProductProps {
  readonly supplier: SupplierFacts
  readonly item: FoundInCatalogue['items'][number]
  readonly isChosen: boolean
  readonly onToggle: () => void
}

/** One that is in our list of codes already says what became of it, and cannot be ticked. */
function Product({ supplier, item, isChosen, onToggle }: ProductProps) {
  const { code, title, place, price, currency, status } = item
  const words = [code, ...(place === null ? [] : [place])].join(' · ')
  return (
    <li>
      <label className={classes['product']}>
        <input
          type="checkbox"
          checked={isChosen}
          disabled={status !== null}
          onChange={onToggle}
          aria-label={t('Choose {title}, {code}', { title, code })}
        />
        <Picture item={item} />
        <span className={classes['words']}>
          <strong>{title}</strong>
          <span className={classes['quiet']}>{words}</span>
        </span>
        <span className={classes['end']}>
          {price !== null && currency !== null && (
            <span>{t('From {price}', { price: formatMoney(price, currency) })}</span>
          )}
          {status !== null && cellOf('status', supplier.codes.fields.status, { status })}
        </span>
      </label>
    </li>
  )
}

/** The supplier's picture; the first letter where it has none, or it does not load. */
function Picture({ item: { imageUrl, title } }: Pick<ProductProps, 'item'>) {
  const [hasFailed, setFailed] = useState(false)
  if (imageUrl === null || !imageUrl.startsWith('https://') || hasFailed)
    return (
      <span className={classes['picture']} aria-hidden>
        {title.slice(0, 1)}
      </span>
    )
  return (
    <img
      className={classes['picture']}
      src={imageUrl}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  )
}
