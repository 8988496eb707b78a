import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useMay } from '../../kit/session.web.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { CouponActions } from './coupon-actions.tsx'
import { CouponResultsPanel } from './coupon-results-panel.tsx'
import { CouponTester } from './coupon-tester.tsx'
import { coupons } from './coupons.ts'
import { GenerateButton } from './generate-button.tsx'

/** A copy goes on sale when somebody decides so, whatever has become of the coupon that it is like. */
const anew = ['status'] as const

export function CouponFormScreen() {
  const { mayWrite } = usePage()
  const may = useMay()
  return (
    <FormScreen
      of={coupons} anew={anew}
      aside={(record) => (
        <>
          {CouponResultsPanel(record)}
          {may('ui', 'purchases') && <CouponTester coupon={record} />}
        </>
      )}
      {...(mayWrite && {
        actions: (record: AnyRecord) => <><CouponActions coupons={[record]} /><GenerateButton like={record} /></>,
      })}
    />
  )
}
