import { describe, expect, it } from "vitest";
import { callClock } from "./call-clock.ts";
import { backOff } from "./clock.ts";
import { testClock } from "./test-clock.ts";

describe("backOff", () => {
  it("doubles up to a minute, and spreads over the upper half of each step", () => {
    const highest = [1, 2, 3, 4, 5, 6, 7, 8, 100].map((failures) => backOff(failures, () => 1));
    expect(highest).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    expect(backOff(3, () => 0)).toBe(2_000);
  });
});

describe("callClock", () => {
  const begin = () => {
    const clock = testClock();
    const ends: string[] = [];
    const limits = { silentMilliseconds: 1_000, longestMilliseconds: 2_500 };
    const call = callClock(clock, limits, (end) => ends.push(end));
    return { clock, call, ends, ended: () => ends.length };
  };

  it("ends after its time, and begins anew when it is told to", () => {
    const { clock, call, ended } = begin();
    clock.advance(900);
    call.restart();
    clock.advance(900);
    expect(ended()).toBe(0);
    clock.advance(100);
    expect(ended()).toBe(1);
  });

  it("stands still while anyone is asked", () => {
    const { clock, call, ended } = begin();
    const [one, other] = [call.pause(), call.pause()];
    call.restart();
    clock.advance(5_000);
    one();
    one();
    clock.advance(5_000);
    expect(ended()).toBe(0);
    other();
    clock.advance(1_000);
    expect(ended()).toBe(1);
  });

  it("ends after its longest time, whatever is said; what people think does not count", () => {
    const { clock, call, ends } = begin();
    for (let progress = 0; progress < 4; progress += 1) {
      clock.advance(600);
      call.restart();
      const resume = call.pause();
      clock.advance(10_000);
      resume();
    }
    expect(ends).toEqual([]);
    clock.advance(100);
    expect(ends).toEqual(["longest"]);
  });

  it("never ends once it is stopped", () => {
    const { clock, call, ended } = begin();
    const resume = call.pause();
    call.stop();
    resume();
    clock.advance(5_000);
    expect(ended()).toBe(0);
    expect(clock.waiting()).toEqual([]);
  });
});
