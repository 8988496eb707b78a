import { Button, TextInput } from '@mantine/core'
import { IconDice5 } from '@tabler/icons-react'
import { t } from '../../core/i18n/language.ts'
import type { AnyField } from '../../core/resource/fields.ts'
import type { InputProps } from '../../ui/resource/input-props.ts'
import { common } from '../../ui/resource/input-props.ts'
import { generateCode } from './coupon-codes.ts'
import classes from './coupon-screens.module.css'

/** A uniformly random number below the bound. A byte that would favour the smaller ones is drawn again. */
function pick(below: number): number {
  const most = Math.floor(256 / below) * below
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
  return byte < most ? byte % below : pick(below)
}

/** The code of a coupon, typed or drawn. A stored code is never drawn again by a press: customers have it. */
export function CodeInput({ field, ...props }: InputProps & { readonly field: AnyField }) {
  const isStored = props.record?.['code'] !== undefined && props.record['code'] === props.value
  return (
    <div className={classes['code']}>
      <TextInput
        {...common(field, props)}
        value={typeof props.value === 'string' ? props.value : ''}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => props.onChange(event.currentTarget.value.toUpperCase())}
      />
      {!props.readOnly && !isStored && (
        <Button
          variant="default"
          leftSection={<IconDice5 size={15} aria-hidden />}
          onClick={() => props.onChange(generateCode('', pick))}
        >
          {t('Generate')}
        </Button>
      )}
    </div>
  )
}
