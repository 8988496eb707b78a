import { defineModule } from '../../ui/resource/module.web.ts'

export const transferModule = defineModule({
  name: 'transfer',
  pages: [
    {
      // Your own, so no permission decides and no menu item leads here: lists and toasts do.
      nodes: [
        {
          path: '/exports',
          title: 'My exports',
          hidden: true,
          screen: async () => (await import('./export-list-screen.tsx')).ExportListScreen,
        },
        // Files of your own, not what comes from suppliers.
        {
          path: '/file-imports',
          title: 'My file imports',
          hidden: true,
          screen: async () => (await import('./file-import-list-screen.tsx')).FileImportListScreen,
        },
        {
          path: '/file-imports/new',
          title: 'Import a file',
          hidden: true,
          screen: async () => (await import('./upload-screen.tsx')).UploadScreen,
        },
        {
          path: '/file-imports/view',
          title: 'File import',
          hidden: true,
          screen: async () => (await import('./file-import-screen.tsx')).FileImportScreen,
        },
      ],
    },
  ],
})
