import { PageFrame } from '../../../src/ui/page-frame.tsx'

export function LateScreen() {
  return (
    <PageFrame>
      <p>Here after all</p>
    </PageFrame>
  )
}
