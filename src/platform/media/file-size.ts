import { formatNumber } from '../../core/i18n/formats.ts'

/** `1.4 MB`, of 1,024 bytes each as file managers count. */
export function fileSize(bytes: number): string {
  if (bytes < 1024 * 1024) return `${formatNumber(Math.max(1, Math.round(bytes / 1024)))} KB`
  return `${formatNumber(Math.round((bytes / 1024 / 1024) * 10) / 10, 1)} MB`
}
