import { defineModule } from '../../ui/resource/module.web.ts'
import { recordPages } from '../../ui/resource/record-pages.web.ts'

const form = async () => (await import('./api-user-form-screen.tsx')).ApiUserFormScreen

export const apiUsersModule = defineModule({
  name: 'api-users',
  resources: [async () => (await import('./api-users.ts')).apiUsers],
  pages: [
    {
      under: '/users',
      nodes: [
        {
          path: '/api-users',
          title: 'API users',
          redirect: '/api-users/list',
          access: 'users',
          children: recordPages({
            of: 'discovery-api-users',
            at: '/api-users',
            write: 'users',
            list: {
              title: 'API users',
              breadcrumb: false,
              shortcut: 'k',
              screen: async () => (await import('./api-user-screens.tsx')).ApiUserListScreen,
            },
            create: { title: 'New API user', screen: form },
            update: { title: 'Edit API user', path: 'update', screen: form },
          }),
        },
      ],
    },
  ],
})
