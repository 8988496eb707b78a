import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { Autocomplete } from '@mantine/core'
import type { AnyField } from '../../kit/fields.ts'
import { useAnswer } from '../../kit/screens/client.web.ts'
import type { InputProps } from '../../kit/screens/input-props.ts'
import { common } from '../../kit/screens/input-props.ts'
import { listTagGroups } from './tag-calls.ts'

/** A group by its name, those that there are offered: two spellings would be two groups. */
export function GroupInput({ field, ...props }: InputProps & { field: AnyField }) {
  const { data } = useAnswer(listTagGroups)
  return (
    <Autocomplete
      {...common(field, props)} value={typeof props.value === 'string' ? props.value : ''} onChange={props.onChange} maxLength={60} data={data?.groups ?? []}
      autoComplete="off" spellCheck={false}
    />
  )
}
