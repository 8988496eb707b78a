import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { t } from '../../../core/i18n/language.ts'
import { toast } from '../../../ui/toast-store.web.ts'

/** Copies the link by which the customer pays. */
export function CopyPaymentLink({ link }: { readonly link: string }) {
  return (
    <Button
      variant="default"
      leftSection={<IconCopy size={15} aria-hidden />}
      onClick={() =>
        void navigator.clipboard.writeText(link).then(
          () => toast.success(t('Payment link copied')),
          () => toast.error(t('This browser does not let the page copy.')),
        )
      }
    >
      {t('Copy payment link')}
    </Button>
  )
}
