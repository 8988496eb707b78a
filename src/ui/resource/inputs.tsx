import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { Checkbox, MultiSelect, NativeSelect, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Suspense } from 'react'
import { DateInput } from './date-input.tsx'
import { DigitsInput } from '../digits-input.tsx'
import { useListDrawnOnFocus } from '../drawn-on-focus.web.ts'
import type { AnyField, FieldOf, KindTable } from '../../core/resource/fields.ts'
import { ask } from '../../core/resource/fields.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { ownZone } from '../../core/zoned-time.ts'
import { exponentOf, nameOf, numberMarks, percentMark } from '../../core/i18n/formats.ts'
import { language, t } from '../../core/i18n/language.ts'
import type { InputProps } from './input-props.ts'
import { common } from './input-props.ts'
import classes from './inputs.module.css'
import { languageTags } from './language-tags.ts'
import { ReferenceInput, ReferencesInput } from './reference-inputs.tsx'
import { RowsInput } from './rows-input.tsx'
import { useScreenParts } from './screen-parts.web.ts'

const heldText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/** What a language's tag means, beside what the field is for. */
function languageHelp(field: AnyField, tag: string): string {
  const name = nameOf('language', tag)
  return [name !== tag && name, field.help && t(field.help)].filter(Boolean).join(' · ')
}

/** A number typed in larger units than it is kept in. */
function scaled(
  field: AnyField,
  props: InputProps,
  digits: number,
  suffix: string,
  { min }: { min?: number | undefined },
): ReactNode {
  return (
    <DigitsInput
      {...common(field, props)}
      value={props.value}
      onChange={props.onChange}
      digits={digits}
      decimalScale={digits}
      {...numberMarks()}
      suffix={suffix}
      {...(min !== undefined && min >= 0 && { allowNegative: false })}
    />
  )
}

function whole(field: AnyField, props: InputProps, decimals: number): ReactNode {
  return <DigitsInput {...common(field, props)} value={props.value} onChange={props.onChange} decimalScale={decimals} />
}

function dated(kind: 'date' | 'time') {
  return (field: AnyField, props: InputProps): ReactNode => (
    <DateInput {...common(field, props)} kind={kind} value={heldText(props.value)} onChange={props.onChange} />
  )
}

/** A language by its name. What a record has already stays a choice, whatever it is. */
function languageInput(field: AnyField, props: InputProps): ReactNode {
  const own = textOf(props.value)
  const names = [...new Set([...languageTags, ...(own ? [own] : [])])]
    .map((value) => ({ value, label: nameOf('language', value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language()))
  return (
    <NativeSelect
      {...common(field, props)}
      value={own}
      disabled={props.readOnly}
      data={[...(field.required && own ? [] : [{ value: '', label: '–' }]), ...names]}
      onChange={(event) => props.onChange(event.currentTarget.value || null)}
    />
  )
}

/** Measuring the height of a text by script lays the whole page out, once for each text of a form. */
const growing = () =>
  globalThis.CSS?.supports('field-sizing', 'content')
    ? { rows: 3, classNames: { input: classes['grows'] ?? '' } }
    : { autosize: true, minRows: 3, maxRows: 12 }

/** A tag that names a language of the installation itself can be any. */
const isLanguage = (field: FieldOf['text']) => field.format === 'locale' && field.unique !== true

const inputs = {
  text: (field, props) =>
    isLanguage(field) ? (
      languageInput(field, props)
    ) : (
      <TextInput
        {...common(field, props)}
        value={textOf(props.value)}
        autoComplete="off"
        spellCheck={false}
        {...(field.format === 'email' && { type: 'email' })}
        {...(field.format === 'locale' && { description: languageHelp(field, textOf(props.value)) })}
        onChange={(event) =>
          props.onChange(field.case === 'upper' ? event.currentTarget.value.toUpperCase() : event.currentTarget.value)
        }
      />
    ),
  longText: (field, props) => (
    <Own of={field.layout ?? field.format} field={field} {...props}>
      <Textarea
        {...common(field, props)}
        value={textOf(props.value)}
        {...growing()}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    </Own>
  ),
  integer: (field, props) => whole(field, props, 0),
  decimal: (field, props) => whole(field, props, field.scale ?? 6),
  percent: (field, props) => scaled(field, props, 2, percentMark(), { min: field.min ?? 0 }),
  money: (field, props) => {
    const currency = textOf(props.draft[field.currency])
    return scaled(field, props, currency.length === 3 ? exponentOf(currency) : 2, currency && ` ${currency}`, field)
  },
  boolean: (field, props) => {
    const { inputWrapperOrder: _, readOnly, ...settings } = common(field, props)
    return (
      <Checkbox
        {...settings}
        disabled={readOnly}
        checked={props.value === true}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
    )
  },
  date: dated('date'),
  time: dated('time'),
  instant: (field, props) => {
    const zone = textOf(field.zone && props.draft[field.zone]) || ownZone()
    return (
      <DateInput
        {...common(field, props)}
        kind="instant"
        zone={zone}
        description={[field.help && t(field.help), zone !== 'UTC' && t('In {zone} time.', { zone })]
          .filter(Boolean)
          .join(' ')}
        value={heldText(props.value)}
        onChange={props.onChange}
      />
    )
  },
  select: (field, props) => (
    <NativeSelect
      {...common(field, props)}
      value={textOf(props.value)}
      disabled={props.readOnly}
      data={[...(field.required && props.value ? [] : [{ value: '', label: '–' }]), ...optionsOf(field)]}
      onChange={(event) => props.onChange(event.currentTarget.value || null)}
    />
  ),
  choices: (field, props) => <ChoicesInput field={field} {...props} />,
  words: (field, props) => (
    <TagsInput
      {...common(field, props)}
      comboboxProps={{ keepMounted: false }}
      value={stringsOf(props.value)}
      onChange={props.onChange}
      splitChars={field.format === 'email' ? [',', ';', ' '] : [',', ';']}
      acceptValueOnBlur
    />
  ),
  ref: (field, props) => (
    <Own of={`ref ${field.to}`} field={field} {...props}>
      <ReferenceInput field={field} {...props} />
    </Own>
  ),
  refs: (field, props) => (
    <Own of={`refs ${field.to}`} field={field} {...props}>
      <ReferencesInput field={field} {...props} />
    </Own>
  ),
  rows: (field, props) => <RowsInput field={field} {...props} inputOf={inputOf} />,
} satisfies KindTable<[InputProps], ReactNode>

function ChoicesInput({ field, ...props }: InputProps & { field: FieldOf['choices'] }) {
  return (
    <MultiSelect
      {...common(field, props)}
      {...useListDrawnOnFocus()}
      data={optionsOf(field)}
      value={stringsOf(props.value)}
      onChange={props.onChange}
      clearable
      hidePickedOptions
    />
  )
}

/** The product's own input where it has one for such a field, else the children. Either can still be loading. */
function Own({
  of: name = '',
  children,
  ...props
}: InputProps & { of?: string | undefined; field: AnyField; children: ReactNode }) {
  const Input = useScreenParts().inputs[name]
  return (
    <Suspense
      fallback={<Waiting isText={name === 'richText'} isWide={Input !== undefined} {...common(props.field, props)} />}
    >
      {Input ? <Input {...props} /> : children}
    </Suspense>
  )
}

/** Keeps an input's place while what it needs is on its way. The product's own inputs are as wide as their section. */
function Waiting({ isText, isWide, ...settings }: ReturnType<typeof common> & { isText: boolean; isWide: boolean }) {
  if (isText) return <Textarea {...settings} disabled rows={12} value="" onChange={() => {}} />
  return <TextInput {...settings} wrapperProps={{ 'data-wide': isWide }} disabled value="" onChange={() => {}} />
}

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

/** The choices of a field with the words for them. */
export function optionsOf(field: FieldOf['select'] | FieldOf['choices']): { value: string; label: string }[] {
  return field.choices.map((value) => ({ value, label: choiceLabelOf(field, value) }))
}

/** The input for a field, labelled and tied to its help and error. */
export function inputOf(field: AnyField, props: InputProps): ReactNode {
  return ask<[InputProps], ReactNode>(inputs, field, props)
}
