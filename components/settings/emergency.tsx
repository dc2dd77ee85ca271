'use client'
import { closeOverlay, overlayStore } from '#components/frame/overlay-store.ts'
import { LatePart } from '#components/frame/ready.tsx'
import { useStore } from '#components/frame/use-store.ts'
import { onDemand } from '#components/ui/on-demand.tsx'

// Most people never see one.
const loadBanners = () => import('./emergency-banners.tsx')
const OwnBanner = onDemand(() => loadBanners().then((module) => module.OwnBanner), { isPart: true })
const OthersBanners = onDemand(() => loadBanners().then((module) => module.OthersBanners), {
  isPart: true,
})
const EmergencyDialog = onDemand(() =>
  import('./emergency-dialog.tsx').then((module) => module.EmergencyDialog),
)

type EmergencyNoticesProps = {
  /** The person's own rights of an administrator that run now. */
  own?: { id: string; endsAt: string }
  /** True for somebody who is told of the others' rights. */
  tellsOthers: boolean
}

/** What every page tells about emergency access, and its dialog, which the account's menu opens. */
export function EmergencyNotices({ own, tellsOthers }: EmergencyNoticesProps) {
  const overlay = useStore(overlayStore)
  return (
    <>
      <LatePart fallback={null}>
        {own && <OwnBanner emergency={own} />}
        {tellsOthers && <OthersBanners />}
      </LatePart>
      {overlay === 'emergency' && <EmergencyDialog onClose={closeOverlay} />}
    </>
  )
}
