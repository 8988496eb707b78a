import { FormScreen } from '../../kit/screens/form-screen.tsx'
import { ListScreen } from '../../kit/screens/list-screen.tsx'
import { coupons } from './coupons.ts'

export function CouponListScreen() {
  return <ListScreen of={coupons} />
}

export function CouponFormScreen() {
  return <FormScreen of={coupons} />
}
