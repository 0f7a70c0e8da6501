// For pages without modules: a classic script beside which the module lies. `WaybillPalette.mountPalette` answers a promise.
{
  const here = document.currentScript.src

  window.WaybillPalette = {
    mountPalette: async (element, options) => {
      const { mountPalette } = await import(new URL('waybill-palette.js', here).href)
      return mountPalette(element, options)
    },
  }
}
