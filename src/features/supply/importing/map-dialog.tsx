import { Button, NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Outcome } from '../../../core/outcome.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useCommand } from '../../../ui/resource/client.web.ts'
import { importEndpoints } from './import.endpoints.ts'
import classes from './imports.module.css'
import type { Place } from './place-inputs.tsx'
import { PlaceInputs } from './place-inputs.tsx'
import type { SupplierFacts } from './supplier-facts.ts'

interface MapDialogProps {
  readonly supplier: SupplierFacts
  readonly codes: readonly AnyRecord[]
  readonly onClose: () => void
  readonly onMapped: (results: readonly Outcome[]) => void
}

/** Says where codes belong. The city is remembered for the supplier's destination, the subcategory for one of its tags. */
export function MapDialog({ supplier, codes, onClose, onMapped }: MapDialogProps) {
  const { map } = useMemo(() => importEndpoints(supplier), [supplier])
  const send = useCommand(map, { refresh: [supplier.codes], quiet: [403, 409, 422] })
  const [place, setPlace] = useState<Place>({ cityId: null, subcategoryId: null })
  const [tag, setTag] = useState('')
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const tags = useMemo(() => sharedTags(codes), [codes])
  const places = [
    ...new Set(codes.flatMap((code) => (typeof code['destination'] === 'string' ? [code['destination']] : []))),
  ]

  async function submit(): Promise<void> {
    try {
      const input = { ids: codes.map(({ id }) => id), ...place, tag: tag === '' ? null : tag }
      onMapped((await send.mutateAsync({ input })).results)
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblems(failure.body.fields ?? { cityId: failure.message })
    }
  }

  return (
    <Dialog title={t('{n, plural, one {Map # code} other {Map # codes}}', { n: codes.length })} onClose={onClose}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {places.length > 0 && (
          <p>{t('The city is remembered for {places}.', { places: places.slice(0, 5).join(', ') })}</p>
        )}
        <PlaceInputs
          value={place}
          problems={problems}
          onChange={(next) => {
            setPlace(next)
            setProblems({})
          }}
        />
        {tags.length > 0 && (
          <NativeSelect
            label={t('Remember subcategory for')}
            value={tag}
            data={[
              { value: '', label: t('Only these codes') },
              ...tags.map((one) => ({
                value: one,
                label: t('{supplier} tag {tag}', { supplier: supplier.name, tag: one }),
              })),
            ]}
            onChange={(event) => setTag(event.currentTarget.value)}
          />
        )}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={send.isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={send.isPending}>
            {t('Map and import')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Tags that all of the codes have: only those say something about every one. */
function sharedTags(codes: readonly AnyRecord[]): readonly string[] {
  const lists = codes.map((code) => (Array.isArray(code['supplierTags']) ? (code['supplierTags'] as string[]) : []))
  return (lists[0] ?? []).filter((tag) => lists.every((list) => list.includes(tag)))
}
