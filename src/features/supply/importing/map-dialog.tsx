import { Button, NativeSelect } from '@mantine/core'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Outcome } from '../../../core/outcome.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useAnswer, useCommand } from '../../../ui/resource/client.web.ts'
import type { Chosen } from './choice-inputs.tsx'
import { ChoiceInputs, choicesToSend, nothingChosen } from './choice-inputs.tsx'
import { importEndpoints } from './import.endpoints.ts'
import classes from './imports.module.css'
import type { Titled } from './supplier-says.tsx'
import { SupplierSays } from './supplier-says.tsx'
import type { Place } from './place-inputs.tsx'
import { PlaceInputs } from './place-inputs.tsx'
import type { SupplierFacts } from './supplier-facts.ts'

interface MapDialogProps {
  readonly supplier: SupplierFacts
  readonly codes: readonly AnyRecord[]
  readonly onClose: () => void
  readonly onMapped: (results: readonly Outcome[]) => void
}

/**
 * Says where codes belong and how they are sold, beginning with what is known of all of them. The city is remembered for the
 * supplier's destination, the subcategory for one of its tags, the rest as `ChoiceInputs` says.
 */
export function MapDialog({ supplier, codes, onClose, onMapped }: MapDialogProps) {
  const { map } = useMemo(() => importEndpoints(supplier), [supplier])
  const { draft = null, mapping = null } = useSaid(supplier, codes) ?? {}
  const [chosen, setChosen] = useState<Chosen>(nothingChosen)
  const send = useCommand(map, { refresh: [supplier.codes], quiet: [403, 409, 422] })
  const { place, setPlace, titles, suggestCity } = useKnownPlace(codes)
  const [tag, setTag] = useState('')
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  async function submit(): Promise<void> {
    try {
      const input = {
        ids: codes.map(({ id }) => id),
        ...place,
        tag: tag === '' ? null : tag,
        ...(mapping && choicesToSend(mapping, chosen)),
      }
      onMapped((await send.mutateAsync({ input })).results)
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblems(failure.body.fields ?? { cityId: failure.message })
    }
  }

  return (
    <Dialog
      title={t('{n, plural, one {Map # code} other {Map # codes}}', { n: codes.length })}
      onClose={onClose}
      isBusy={send.isPending}
    >
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Suspense>
          {draft && mapping && (
            <SupplierSays
              supplier={supplier}
              code={codes[0]}
              count={codes.length}
              draft={draft}
              lacks={mapping.lacks}
              onCity={suggestCity}
            />
          )}
        </Suspense>
        <RememberedPlaces codes={codes} />
        {/* Their inputs arrive a moment after the dialog: without a place to wait, the field below them takes the focus. */}
        <div ref={focusFirst} tabIndex={-1} data-autofocus className={classes['firstFields']}>
          <PlaceInputs
            value={place}
            titles={titles}
            problems={problems}
            onChange={(next) => {
              setPlace(next)
              setProblems({})
            }}
          />
        </div>
        <TagInput supplier={supplier} codes={codes} value={tag} onTag={setTag} />
        {mapping && (
          <ChoiceInputs
            supplier={supplier}
            mapping={mapping}
            cityId={place.cityId}
            value={chosen}
            problems={problems}
            onChange={(next) => {
              setChosen(next)
              setProblems({})
            }}
          />
        )}
        <Buttons isPending={send.isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}

function RememberedPlaces({ codes }: Pick<MapDialogProps, 'codes'>) {
  const places = new Set(codes.flatMap(({ destination }) => (typeof destination === 'string' ? [destination] : [])))
  if (places.size === 0) return null
  return <p>{t('The city is remembered for {places}.', { places: [...places].slice(0, 5).join(', ') })}</p>
}

interface TagInputProps {
  readonly supplier: SupplierFacts
  readonly codes: readonly AnyRecord[]
  /** Empty: the subcategory is remembered for none. */
  readonly value: string
  readonly onTag: (tag: string) => void
}

function TagInput({ supplier, codes, value, onTag }: TagInputProps) {
  const tags = useMemo(() => sharedTags(codes), [codes])
  if (tags.length === 0) return null
  return (
    <NativeSelect
      label={t('Remember subcategory for')}
      value={value}
      data={[
        { value: '', label: t('Only these codes') },
        ...tags.map((one) => ({
          value: one,
          label: t('{supplier} tag {tag}', { supplier: supplier.name, tag: one }),
        })),
      ]}
      onChange={(event) => onTag(event.currentTarget.value)}
    />
  )
}

function Buttons({ isPending, onClose }: Pick<MapDialogProps, 'onClose'> & { readonly isPending: boolean }) {
  return (
    <div className={classes['buttons']}>
      <Button variant="default" onClick={onClose} disabled={isPending}>
        {t('Cancel')}
      </Button>
      <Button type="submit" loading={isPending}>
        {t('Map and import')}
      </Button>
    </div>
  )
}

/** What the supplier says of the first code, with what people choose for all of them. */
function useSaid(supplier: SupplierFacts, codes: readonly AnyRecord[]) {
  const { preview } = useMemo(() => importEndpoints(supplier), [supplier])
  const [first] = codes
  const { data } = useAnswer(preview, {
    params: { id: String(first?.id ?? 0) },
    ...(codes.length > 1 && { query: { ids: codes.map(({ id }) => id).join(',') } }),
    enabled: first !== undefined,
    quiet: [403, 404],
  })
  return data
}

/** Where all of the codes belong by what is known; a city can be suggested where none is. */
function useKnownPlace(codes: readonly AnyRecord[]) {
  const [titles, setTitles] = useState(() => ({
    city: sharedBy(codes, 'city'),
    subcategory: sharedBy(codes, 'subcategory'),
  }))
  const [place, setPlace] = useState<Place>({
    cityId: titles.city?.id ?? null,
    subcategoryId: titles.subcategory?.id ?? null,
  })
  // The city is remembered for the destination of each code, so that of one is no suggestion for those of others.
  const isOnePlace = codes.every((code) => code['destination'] === codes[0]?.['destination'])
  // What is there is kept: a person has chosen it, or it was remembered.
  const suggestCity = useCallback(
    (city: Titled) => {
      if (titles.city !== null || !isOnePlace) return
      setTitles((now) => ({ ...now, city }))
      setPlace((now) => (now.cityId === null ? { ...now, cityId: city.id } : now))
    },
    [titles.city, isOnePlace],
  )
  return { place, setPlace, titles, suggestCity }
}

/** Moves the focus from a group to its first field as soon as that is there, unless it has gone elsewhere. */
function focusFirst(group: HTMLElement | null): (() => void) | undefined {
  if (!group) return undefined
  const go = () => {
    const field = group.querySelector<HTMLElement>('input:not([disabled], [readonly], [type=hidden])')
    if (!field) return
    arrivals.disconnect()
    const { activeElement: has } = document
    if (has === group || has === document.body) field.focus({ preventScroll: true })
  }
  const arrivals = new MutationObserver(go)
  arrivals.observe(group, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'readonly'],
  })
  group.addEventListener('focus', go)
  return () => {
    arrivals.disconnect()
    group.removeEventListener('focus', go)
  }
}

/** The record that all of the codes name; null where they differ. */
function sharedBy(codes: readonly AnyRecord[], field: string): Titled | null {
  const named = codes.map((code) => (isTitled(code[field]) ? code[field] : null))
  return named.every((one) => one?.id === named[0]?.id) ? (named[0] ?? null) : null
}

const isTitled = (value: unknown): value is Titled =>
  typeof value === 'object' && value !== null && 'id' in value && 'title' in value && typeof value.id === 'number'

/** Tags that all of the codes have: only those say something about every one. */
function sharedTags(codes: readonly AnyRecord[]): readonly string[] {
  const lists = codes.map((code) => (Array.isArray(code['supplierTags']) ? (code['supplierTags'] as string[]) : []))
  return (lists[0] ?? []).filter((tag) => lists.every((list) => list.includes(tag)))
}
