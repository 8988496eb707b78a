import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { FormScreen } from '../../../ui/resource/form-screen.tsx'
import { FreshSignInGate } from '../../../ui/resource/fresh-sign-in-gate.tsx'
import { useRouteQuery } from '../../../ui/navigation.tsx'
import { usePage } from '../../../ui/page-context.tsx'
import classes from './ip-screens.module.css'
import { readOwnAddress } from './ip-range-commands.ts'
import { ipRanges } from './ip-ranges.ts'
import { OwnAddress } from './own-address.tsx'

export function IpRangeFormScreen() {
  const [query] = useRouteQuery()
  const { mayWrite } = usePage()
  const queries = useQueryClient()
  // The verdict on the user's own address can change once they leave this page.
  useEffect(() => () => void queries.invalidateQueries({ queryKey: [readOwnAddress.path] }), [queries])
  const form = (
    <FormScreen
      of={ipRanges}
      notice={
        <p className={classes['notice']}>
          <OwnAddress />
        </p>
      }
    />
  )
  return mayWrite && query['id'] === undefined ? (
    <FreshSignInGate what={t('change who can sign in')}>{form}</FreshSignInGate>
  ) : (
    form
  )
}
