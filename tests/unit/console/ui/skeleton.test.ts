import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FormSkeleton } from '../../../../src/features/record-form/record-screens.tsx'
import { FactsSkeleton, Skeleton } from '../../../../src/ui/feedback/screen-states.tsx'

const sixFacts = () => FactsSkeleton({ facts: 6 })
const placeholders: readonly FunctionComponent[] = [Skeleton, sixFacts, FormSkeleton]

test.each(placeholders)('placeholder %# of loading content is busy', (Placeholder) => {
  expect(renderToStaticMarkup(createElement(Placeholder))).toMatch(
    /^<div aria-busy="true" class="appears-late /,
  )
})
