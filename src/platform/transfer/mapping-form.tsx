import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Button, NativeSelect, Radio } from '@mantine/core'
import { useState } from 'react'
import { fromCsvCell } from '../../core/csv.ts'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import classes from './file-imports.module.css'
import type { FileImport, ImportMode } from './file-imports.ts'
import { checkFileImport, importModes } from './file-imports.ts'
import { keyFieldsOf, leftOutBecause, targetsOf } from './import-targets.ts'
import { modeWords, nameOf } from './import-labels.ts'

interface MappingFormProps {
  one: FileImport
  resource: AnyResource
  onChecked: (one: FileImport) => void
}

/** Asks what each column is, which column identifies records, and what the import can do. */
export function MappingForm({ one, resource, onChecked }: MappingFormProps) {
  const [mapping, setMapping] = useState<readonly string[]>(one.mapping)
  const [chosenKey, setKey] = useState(one.keyField)
  const [chosenMode, setMode] = useState<ImportMode>(one.mode)
  const check = useCommand(checkFileImport, { quiet: [409, 422] })
  const keys = keyFieldsOf(resource).filter((key) => mapping.includes(key))
  const keyField = chosenKey !== null && keys.includes(chosenKey) ? chosenKey : (keys[0] ?? null)
  const modes = importModes.filter(
    (mode) =>
      (mode === 'update' || resource.operations.includes('create')) &&
      (mode === 'create' || (resource.operations.includes('update') && keyField !== null)),
  )
  const mode = modes.includes(chosenMode) ? chosenMode : (modes[0] ?? 'create')
  const problem =
    check.error instanceof FailedRequest
      ? (Object.values(check.error.body.fields ?? {})[0] ?? check.error.message)
      : null

  return (
    <form
      noValidate
      className={classes['stack']}
      onSubmit={(event) => {
        event.preventDefault()
        check.mutate(
          {
            params: { id: one.id },
            input: { mapping: [...mapping], keyField: mode === 'create' && keyField === 'id' ? null : keyField, mode },
          },
          { onSuccess: onChecked },
        )
      }}
    >
      <Columns one={one} resource={resource} mapping={mapping} onChange={setMapping} />
      <Options {...{ resource, keys, keyField, modes, mode }} onKey={setKey} onMode={setMode} />
      {problem !== null && (
        <p role="alert" className={classes['problem']}>
          {problem}
        </p>
      )}
      <div className={classes['bar']}>
        <Button type="submit" loading={check.isPending}>
          {t('Check the file')}
        </Button>
        <p className={classes['hint']}>{t('Dry run of every row. Nothing changes yet.')}</p>
      </div>
    </form>
  )
}

interface ColumnsProps {
  one: FileImport
  resource: AnyResource
  /** The field of each column, '' for one that is left out. */
  mapping: readonly string[]
  onChange: (mapping: readonly string[]) => void
}

function Columns({ one, resource, mapping, onChange }: ColumnsProps) {
  const targets = targetsOf(resource)
  const mapped = mapping.map((key) => targets.find((target) => target.key === key)?.field ?? '')
  return (
    <div className={classes['scroll']} role="region" aria-label={t('Columns of the file')} tabIndex={0}>
      <table className={`${classes['table']} ${classes['mapping']}`}>
        <thead>
          <tr>
            <th scope="col">{t('Column')}</th>
            <th scope="col">{t('First values')}</th>
            <th scope="col">{t('Field')}</th>
          </tr>
        </thead>
        <tbody>
          {one.headings.map((heading, at) => {
            const name = heading === '' ? t('Column {number}', { number: at + 1 }) : heading
            const why = mapping[at] === '' ? leftOutBecause(resource, heading, mapped) : null
            return (
              <tr key={at}>
                <th scope="row">{name}</th>
                <td className={classes['sample']}>
                  <bdi>
                    {one.sample
                      .map((row) => fromCsvCell(row[at] ?? ''))
                      .filter(Boolean)
                      .join(' · ')}
                  </bdi>
                </td>
                <td className={classes['choice']}>
                  <NativeSelect
                    aria-label={t('Field of {name}', { name })}
                    value={mapping[at] ?? ''}
                    onChange={({ currentTarget: { value } }) =>
                      onChange(mapping.map((key, n) => (n === at ? value : key)))
                    }
                    data={[
                      { value: '', label: t('Leave out') },
                      ...targets.map(({ key, label }) => ({
                        value: key,
                        label,
                        disabled: key !== mapping[at] && mapping.includes(key),
                      })),
                    ]}
                  />
                  {why !== null && <p className={classes['hint']}>{why}</p>}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

interface OptionsProps {
  resource: AnyResource
  keys: readonly string[]
  keyField: string | null
  modes: readonly ImportMode[]
  mode: ImportMode
  onKey: (key: string) => void
  onMode: (mode: ImportMode) => void
}

/** What the import can do, and the field by which it finds records again. */
function Options({ resource, keys, keyField, modes, mode, onKey, onMode }: OptionsProps) {
  const many = inSentence(t(resource.label[1]))
  const names = keyFieldsOf(resource).map((key) => nameOf(resource, key))
  return (
    <>
      <div className={classes['options']}>
        <Radio.Group
          label={t('What to do')}
          value={mode}
          onChange={(value) => onMode(importModes.find((known) => known === value) ?? mode)}
        >
          <div className={classes['choices']}>
            {modes.map((value) => (
              <Radio key={value} value={value} label={t(modeWords[value])} />
            ))}
          </div>
        </Radio.Group>
        {keys.length > 0 && (
          <NativeSelect
            label={t('Find {many} again by', { many })}
            value={keyField ?? ''}
            data={keys.map((key) => ({ value: key, label: nameOf(resource, key) }))}
            onChange={({ currentTarget: { value } }) => onKey(value)}
          />
        )}
      </div>
      {keys.length === 0 && (
        <p className={classes['hint']}>
          {t(
            'No column identifies existing {many}, so each row creates a new one. To change {many}, map a column to {keys}.',
            { many, keys: names.join(', ') },
          )}
        </p>
      )}
    </>
  )
}
