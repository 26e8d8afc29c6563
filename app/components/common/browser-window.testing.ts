const WIDE = { matches: false, addListener() {}, removeListener() {} };

// What jsdom lacks. Polaris asks for the window's width as soon as it is loaded: this is imported before it.
Object.assign(window, { matchMedia: () => WIDE, scroll() {} });
