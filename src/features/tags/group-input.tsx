import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { Autocomplete } from '@mantine/core'
import type { AnyField } from '../../core/resource/fields.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { useListDrawnOnFocus } from '../../ui/drawn-on-focus.web.ts'
import type { InputProps } from '../../ui/resource/input-props.ts'
import { common } from '../../ui/resource/input-props.ts'
import { listTagGroups } from './tag.endpoints.ts'

/** A group by its name, suggesting existing ones: two spellings would be two groups. */
export function GroupInput({ field, ...props }: InputProps & { field: AnyField }) {
  const { data } = useAnswer(listTagGroups)
  return (
    <Autocomplete
      {...common(field, props)}
      {...useListDrawnOnFocus()}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={props.onChange}
      maxLength={60}
      data={data?.groups ?? []}
      autoComplete="off"
      spellCheck={false}
    />
  )
}
