import { ActionIcon, Button } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.layer.css'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { Suspense, useState } from 'react'
import type { AnyField } from '../../core/resource/fields.ts'
import { labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource, AnySection } from '../../core/resource/resource.ts'
import { isSameJson } from '../../core/same-json.ts'
import { initialValue } from '../../core/resource/value-schemas.ts'
import { lazyScreen } from '../lazy-screen.tsx'
import { usePopOut } from '../pop-out.web.ts'
import classes from './form.module.css'

const FieldPopOut = lazyScreen(async () => (await import('../field-picker.tsx')).FieldPopOut)

interface AddedFields {
  /** The keys that are shown: those with a value, and those that were added or had one since the form was opened. */
  readonly shown: readonly string[]
  readonly rest: readonly string[]
  add(key: string): void
  remove(key: string): void
}

/** Which fields of a section are shown where they are added one by one; all of them in any other. */
export function useAddedFields(
  { adds }: AnySection,
  { fields }: AnyResource,
  keys: readonly string[],
  draft: Readonly<Record<string, unknown>>,
  problems: Readonly<Record<string, string>>,
): AddedFields {
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const blank = (key: string) => (fields[key] ? initialValue(fields[key]) : null)
  const filled = keys.filter((key) => (draft[key] ?? null) !== null && !isSameJson(draft[key], blank(key)))
  const isNew = (key: string) => !added.has(key)
  // A field that is emptied stays: people are often about to fill it again.
  if (adds !== undefined && filled.some(isNew)) setAdded(new Set([...added, ...filled]))
  const hasProblem = (key: string) => Object.keys(problems).some((path) => path === key || path.startsWith(`${key}.`))
  const shown =
    adds === undefined ? keys : keys.filter((key) => added.has(key) || filled.includes(key) || hasProblem(key))
  return {
    shown,
    rest: keys.filter((key) => !shown.includes(key)),
    add: (key) => setAdded(new Set([...added, key])),
    remove: (key) => setAdded(new Set([...added].filter((other) => other !== key))),
  }
}

interface AddFieldProps {
  section: AnySection
  resource: AnyResource
  rest: readonly string[]
  onAdd: (key: string) => void
}

/** The button below a section's fields that adds one more, by its name. */
export function AddField({ section, resource, rest, onAdd }: AddFieldProps) {
  const { target, wasOpened, ...picking } = usePopOut(FieldPopOut)
  const label = t(section.adds ?? '')
  const fields = rest.map((key) => ({ key, label: labelOf(key, resource.fields[key] ?? {}) }))
  return (
    <div className={classes['adding']}>
      <Button
        {...target}
        data-adds=""
        variant="default"
        size="compact-sm"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={rest.length === 0}
      >
        {label}
      </Button>
      {wasOpened && (
        <Suspense>
          <FieldPopOut
            {...picking}
            label={label}
            fields={fields}
            onPick={(key) => {
              onAdd(key)
              focusOn(key, picking.button)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

/** How long to wait for an input that is still loading, in milliseconds. */
const patience = 3_000

/** Focuses a field's input as soon as it is there, after the list of fields has given the focus back to its button. */
function focusOn(key: string, button: RefObject<HTMLElement | null>, since = performance.now()): void {
  setTimeout(() => {
    const place = document.querySelector(`[data-field="${key}"]`)
    const input = place?.querySelector<HTMLElement>('input:not([type=hidden], [disabled]), select, textarea, button')
    if (input) input.focus()
    else if (button.current?.isConnected && performance.now() - since < patience) focusOn(key, button, since)
  }, 20)
}

interface RemoveFieldProps {
  name: string
  field: AnyField
  added: AddedFields
  onChange: (key: string, value: unknown) => void
}

/** Takes a field that was added away again, with what is in it. */
export function RemoveField({ name, field, added, onChange }: RemoveFieldProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      className={classes['removeField'] ?? ''}
      aria-label={t('Remove {label}', { label: labelOf(name, field) })}
      onClick={(event) => {
        // The focused button goes with the field; the one that adds stays.
        event.currentTarget.closest('section')?.querySelector<HTMLElement>('[data-adds]')?.focus()
        onChange(name, initialValue(field))
        added.remove(name)
      }}
    >
      <IconX size={14} aria-hidden />
    </ActionIcon>
  )
}
