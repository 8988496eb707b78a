import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import classes from './ip-screens.module.css'
import { readOwnAddress } from './ip-range-commands.ts'
import { ipRanges } from './ip-ranges.ts'
import { OwnAddress } from './own-address.tsx'

export function IpRangeFormScreen() {
  const queries = useQueryClient()
  // What it says about the person's own address may be another thing once this page has been left.
  useEffect(() => () => void queries.invalidateQueries({ queryKey: [readOwnAddress.path] }), [queries])
  return <FormScreen of={ipRanges} notice={<p className={classes['notice']}><OwnAddress /></p>} />
}
