import type { Routes } from '../../http/routes.ts'

export const phoneNumberRoutes: Routes = () => {}
