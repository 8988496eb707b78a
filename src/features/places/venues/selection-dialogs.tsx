import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import classes from '../geo/places.module.css'
import type { Manifest } from './manifest.ts'
import { rowsOf } from './manifest-csv.ts'
import type { Publish } from './manifest.web.ts'
import type { MapCoverage } from './map-coverage.ts'
import type { SectionsChange, Selection } from './section-selection.ts'
import { withChange } from './section-selection.ts'

interface SelectionDialogProps {
  readonly manifest: Manifest
  readonly selection: Selection
  readonly coverage: MapCoverage | undefined
  readonly publish: Publish
  /** What its button does with a change. */
  readonly verb: string
  readonly onClose: () => void
}

/** Publishes a change, and closes the dialog unless something was wrong. */
function usePublishing(publish: Publish, onClose: () => void) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function run(change: Parameters<Publish>[0]): Promise<void> {
    setBusy(true)
    const wrong = await publish(change)
    setBusy(false)
    if (wrong === null) onClose()
    else setProblem(wrong)
  }
  return { problem, setProblem, isBusy, run }
}

/** As typed; blank is no change. */
const blank = { zone: '', rank: '', capacity: '', kind: '', rows: '' }
type Typed = typeof blank

function changeOf({ zone, rank, capacity, kind, rows }: Typed): SectionsChange {
  return {
    ...(zone.trim() !== '' && { zone: zone.trim() }),
    ...(rank !== '' && { rank: Number(rank) }),
    ...(capacity !== '' && { capacity: Number(capacity) }),
    ...(kind !== '' && { isGeneralAdmission: kind === 'yes' }),
    ...(rows.trim() !== '' && kind !== 'yes' && { rows: rowsOf(rows) }),
  }
}

/** Gives several sections the same zone, rank, rows or number of seats. */
export function ChangeSectionsDialog({ manifest, selection, publish, verb, onClose }: SelectionDialogProps) {
  const [typed, setTyped] = useState(blank)
  const { problem, setProblem, isBusy, run } = usePublishing(publish, onClose)
  const zones = [...new Set(manifest.sections.flatMap(({ zone }) => zone ?? []))]
  return (
    <Dialog
      title={t('{n, plural, one {Change # section} other {Change # sections}}', { n: selection.size })}
      onClose={onClose}
      isBusy={isBusy}
    >
      <form
        noValidate
        className={classes['stack']}
        onSubmit={(event) => {
          event.preventDefault()
          const change = changeOf(typed)
          if (Object.keys(change).length === 0) setProblem(t('Fill in at least one field.'))
          else void run({ sections: withChange(manifest.sections, selection, change) })
        }}
      >
        <p className={classes['quiet']}>{t('Blank fields stay as they are in each section.')}</p>
        <ChangeFields typed={typed} zones={zones} onType={(now) => setTyped((before) => ({ ...before, ...now }))} />
        <Problem text={problem} />
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface ChangeFieldsProps {
  readonly typed: Typed
  readonly zones: readonly string[]
  readonly onType: (now: Partial<Typed>) => void
}

function ChangeFields({ typed: { zone, rank, capacity, kind, rows }, zones, onType }: ChangeFieldsProps) {
  const list = useId()
  return (
    <>
      <div className={classes['fields']}>
        <TextInput
          label={t('Zone')}
          maxLength={80}
          list={list}
          value={zone}
          onChange={(event) => onType({ zone: event.currentTarget.value })}
        />
        <datalist id={list}>
          {zones.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <NumberInput
          label={t('Rank')}
          hideControls
          value={rank}
          onChange={(value) => onType({ rank: String(value) })}
        />
        <NumberInput
          label={t('Seats in each')}
          hideControls
          value={capacity}
          onChange={(value) => onType({ capacity: String(value) })}
        />
        <NativeSelect
          label={t('General admission')}
          value={kind}
          data={[
            { value: '', label: t('No change') },
            { value: 'yes', label: t('Yes') },
            { value: 'no', label: t('No') },
          ]}
          onChange={(event) => onType({ kind: event.currentTarget.value })}
        />
      </div>
      {kind !== 'yes' && (
        <TextInput
          label={t('Rows')}
          description={t('A B C, 1-20 or "Box 1"')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={rows}
          onChange={(event) => onType({ rows: event.currentTarget.value })}
        />
      )}
    </>
  )
}

/** Names listed before a dialog says how many more there are. */
const namedMost = 8

/** Says what is lost with the selected sections before it publishes a manifest without them. */
export function DeleteSectionsDialog({ manifest, selection, coverage, publish, onClose }: SelectionDialogProps) {
  const { problem, isBusy, run } = usePublishing(publish, onClose)
  const gone = manifest.sections.filter(({ code }) => selection.has(code))
  const names = new Set(gone.map(({ name }) => name))
  const wordings = (coverage?.sections ?? []).filter(({ placedAs }) => placedAs !== null && names.has(placedAs))
  const listings = wordings.reduce((sum, { placed }) => sum + placed, 0)
  const { map } = manifest
  const isAll = gone.length === manifest.sections.length
  return (
    <Dialog
      title={t('{n, plural, one {Delete # section} other {Delete # sections}}', { n: gone.length })}
      onClose={onClose}
      isBusy={isBusy}
    >
      <div className={classes['stack']}>
        <p>
          {gone
            .slice(0, namedMost)
            .map(({ name }) => name)
            .join(', ')}
          {gone.length > namedMost && ` ${t('and {n} more', { n: gone.length - namedMost })}`}
        </p>
        <ul>
          <li>
            {t(
              '{n, plural, =0 {No listing is known to use these names.} one {# listing uses these names. It is matched again and can lose its section.} other {# listings use these names. They are matched again and can lose their section.}}',
              { n: listings },
            )}
          </li>
          {coverage && coverage.total > coverage.sections.length && (
            <li>{t('This venue has more seller wordings than were counted, so the number can be higher.')}</li>
          )}
          {map && <li>{t('Their outlines leave the map too.')}</li>}
          <li>{t('Past orders keep the section name they were sold with.')}</li>
        </ul>
        {isAll && <p className={classes['problem']}>{t('A manifest has at least one section.')}</p>}
        <Problem text={problem} />
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {t('Cancel')}
          </Button>
          <Button
            color="red"
            loading={isBusy}
            disabled={isAll}
            onClick={() =>
              void run({
                sections: manifest.sections.filter(({ code }) => !selection.has(code)),
                ...(map && { map: { ...map, shapes: map.shapes.filter(({ id }) => !selection.has(id)) } }),
              })
            }
          >
            {t('Delete')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Problem({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <p className={classes['problem']} role="alert">
      {text}
    </p>
  )
}
