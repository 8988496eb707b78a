import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'

interface Page {
  readonly resource: AnyResource
  readonly record: Readonly<Record<string, unknown>>
}

/** Why a page can never be unpublished, or null. If there is a reason, the console does not offer the command. */
export function unpublishBlockedReason({ resource, record }: Page): string | null {
  const { permanent } = resource.page ?? {}
  return permanent?.includes(record) ? t(permanent.because) : null
}

/** @throws Refusal 422 on the field that would end a page which is never taken down */
export function assertMayEnd(page: Page, field: 'successorId' | 'until'): void {
  const why = unpublishBlockedReason(page)
  if (why !== null) throw invalid({ [field]: why })
}
