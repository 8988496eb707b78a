import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { t } from '../../kit/language.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import { FreshSignInGate } from '../../kit/screens/fresh-sign-in-gate.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import classes from './ip-screens.module.css'
import { readOwnAddress } from './ip-range-commands.ts'
import { ipRanges } from './ip-ranges.ts'
import { OwnAddress } from './own-address.tsx'

export function IpRangeFormScreen() {
  const [query] = useRouteQuery()
  const { mayWrite } = usePage()
  const queries = useQueryClient()
  // What it says about the person's own address may be another thing once this page has been left.
  useEffect(() => () => void queries.invalidateQueries({ queryKey: [readOwnAddress.path] }), [queries])
  const form = <FormScreen of={ipRanges} notice={<p className={classes['notice']}><OwnAddress /></p>} />
  return mayWrite && query['id'] === undefined ? <FreshSignInGate what={t('change who is let in')}>{form}</FreshSignInGate> : form
}
