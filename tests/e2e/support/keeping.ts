import { expect } from '@playwright/test'
import { keepingBy } from '../../support/trust/count-tries.ts'

export const keeping = keepingBy(expect)

export type Keeping = ReturnType<typeof keeping>
