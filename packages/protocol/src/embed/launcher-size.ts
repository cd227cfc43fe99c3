/** The launcher's button. The widget's boot.css draws it, and the page makes the frame large enough for it. */
export const LAUNCHER_BUTTON_PX = 56;
/** Around the button on every side, for its shadow. */
export const LAUNCHER_MARGIN_PX = 16;
