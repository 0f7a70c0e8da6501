import type { ReactNode } from 'react'
import { SplitFrame } from '../../layouts/split-frame.tsx'
import { brandName } from '../../ui/icons/brand-name.ts'
import { NoticeCard, type NoticeCardProps } from './notice-card.tsx'
import { SiteHeader } from './site-header.tsx'

export type NoticeFrameProps = NoticeCardProps & { language?: ReactNode }

/** A page with one thing to say. */
export const NoticeFrame = ({ language, ...card }: NoticeFrameProps) => (
  <SplitFrame>
    <div className="flex min-h-dvh flex-col bg-canvas text-ink">
      <title>{`${card.title} · ${brandName}`}</title>
      <SiteHeader>{language}</SiteHeader>
      <main className="mx-auto flex w-full max-w-140 flex-1 flex-col justify-center px-4 pb-[12vh]">
        <NoticeCard {...card} />
      </main>
    </div>
  </SplitFrame>
)
