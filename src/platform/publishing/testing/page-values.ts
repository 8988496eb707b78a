import { pick } from '../../../core/testing/samples.ts'

/** A page that is public, or is not yet: no moment at which a job would change that. */
export const pageValues = (n: number) => ({
  slug: `page-${n}`,
  publication: pick(['draft', 'published', 'unpublished'], n),
  publishAt: null,
  unpublishAt: null,
})
