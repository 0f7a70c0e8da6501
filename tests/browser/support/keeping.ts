import { expect } from '@playwright/test'
import { keepingBy } from '../../builders/trust/count-tries.ts'

export const keeping = keepingBy(expect)

export type Keeping = ReturnType<typeof keeping>
