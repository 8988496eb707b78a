import { RichTextView } from '../areas/rich-text/rich-text-view.tsx'
import { StaticPageFormScreen } from '../areas/static-pages/static-page-form-screen.tsx'
import { TextPartsProvider } from '../areas/static-pages/text-view.web.ts'

const parts = { TextView: RichTextView }

/** Pages and the way in which texts are shown meet here. */
export function StaticPageForm() {
  return <TextPartsProvider value={parts}><StaticPageFormScreen /></TextPartsProvider>
}
