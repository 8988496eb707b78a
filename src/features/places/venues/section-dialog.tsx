import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { Button, Checkbox, NumberInput, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { inputOf } from '../../../ui/resource/inputs.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Section } from './manifest.ts'
import { rowsOf, textOfRows } from './manifest-csv.ts'
import { slugOf } from '../geo/place-names.ts'
import classes from '../geo/places.module.css'
import { venueSections } from './venue-sections.ts'

interface SectionDialogProps {
  /** Null makes a new one. */
  readonly section: Section | null
  /** The initial name of a new one. */
  readonly name?: string
  readonly above?: ReactNode
  /** What its button does. */
  readonly verb?: string
  readonly onClose: () => void
  /** Answer with what was wrong, or null. */
  readonly onSave: (section: Section) => Promise<string | null>
  readonly onRemove?: () => Promise<string | null>
}

const blank: Section = {
  code: '',
  name: '',
  zone: null,
  rank: 50,
  isGeneralAdmission: false,
  rows: [],
  capacity: null,
  viewImageId: null,
  viewImageUrl: null,
}

/** One section of a manifest. Saving publishes the whole manifest with it, or changes the draft of a map. */
export function SectionDialog(props: SectionDialogProps) {
  const { section, name = '', above, verb = t('Publish'), onClose, onSave, onRemove } = props
  const [draft, setDraft] = useState(section ?? { ...blank, name })
  const [rows, setRows] = useState(textOfRows(section?.rows ?? []))
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const set: SectionFieldsProps['set'] = (change) => setDraft((before) => ({ ...before, ...change }))

  async function run(work: () => Promise<string | null>): Promise<void> {
    setBusy(true)
    const wrong = await work()
    setBusy(false)
    if (wrong === null) onClose()
    else setProblem(wrong)
  }
  const save = () =>
    run(() =>
      onSave({
        ...draft,
        name: draft.name.trim(),
        code: draft.code.trim() || slugOf(draft.name),
        zone: draft.zone?.trim() || null,
        viewImageUrl: draft.viewImageUrl?.trim() || null,
        rows: draft.isGeneralAdmission ? [] : rowsOf(rows),
      }),
    )

  return (
    <Dialog
      title={section ? t('Section {name}', { name: section.name }) : t('New section')}
      onClose={onClose}
      isBusy={isBusy}
    >
      <form
        noValidate
        className={classes['stack']}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {above}
        <SeatingFields draft={draft} set={set} />
        <Checkbox
          label={t('General admission')}
          checked={draft.isGeneralAdmission}
          onChange={(event) => set({ isGeneralAdmission: event.currentTarget.checked })}
        />
        {!draft.isGeneralAdmission && (
          <TextInput
            label={t('Rows')}
            description={t('A B C, 1-20 or "Box 1"')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={rows}
            onChange={(event) => setRows(event.currentTarget.value)}
          />
        )}
        <ViewFields draft={draft} set={set} />
        {problem !== null && (
          <p className={classes['problem']} role="alert">
            {problem}
          </p>
        )}
        <div className={classes['buttons']}>
          {onRemove && (
            <Button variant="default" disabled={isBusy} onClick={() => void run(onRemove)}>
              {t('Remove')}
            </Button>
          )}
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

interface SectionFieldsProps {
  readonly draft: Section
  readonly set: (change: Partial<Section>) => void
}

/** What it is called, and how good and how large it is. */
function SeatingFields({ draft, set }: SectionFieldsProps) {
  return (
    <div className={classes['fields']}>
      <TextInput
        label={t('Name')}
        withAsterisk
        maxLength={120}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('Id on the map')}
        maxLength={64}
        value={draft.code}
        onChange={(event) => set({ code: event.currentTarget.value })}
      />
      <TextInput
        label={t('Zone')}
        maxLength={80}
        value={draft.zone ?? ''}
        onChange={(event) => set({ zone: event.currentTarget.value })}
      />
      <NumberInput
        label={t('Rank')}
        hideControls
        min={1}
        max={100}
        value={draft.rank}
        onChange={(value) => set({ rank: Number(value) || 1 })}
      />
      <NumberInput
        label={t('Seats')}
        hideControls
        min={1}
        value={draft.capacity ?? ''}
        onChange={(value) => set({ capacity: Number(value) || null })}
      />
    </div>
  )
}

/** The view from it: an image of the library, or one at an address elsewhere. */
function ViewFields({ draft, set }: SectionFieldsProps) {
  return (
    <>
      {inputOf(venueSections.fields.viewImageId, {
        name: 'viewImageId',
        value: draft.viewImageId ?? null,
        errors: {},
        readOnly: false,
        draft: {},
        record: null,
        onChange: (id) =>
          set({
            viewImageId: typeof id === 'number' ? id : null,
            ...(typeof id === 'number' && { viewImageUrl: null }),
          }),
      })}
      {typeof draft.viewImageId !== 'number' && (
        <TextInput
          label={t('View at another URL')}
          type="url"
          maxLength={500}
          value={draft.viewImageUrl ?? ''}
          onChange={(event) => set({ viewImageUrl: event.currentTarget.value })}
        />
      )}
    </>
  )
}
