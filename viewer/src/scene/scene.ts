// The scene: draws the place and all people at the moment shown.

import { effect, untracked } from '@preact/signals';
import { Group } from 'three';
import { rowOf } from '../frames';
import type { Shown } from '../playback';
import type { Place } from '../protocol';
import * as session from '../session';
import * as state from '../state';
import { CameraRig, type Box } from './camera';
import { Film } from './film';
import { Labels } from './labels';
import { Layers } from './layers/layers';
import { LOOKS } from './look';
import { People } from './people';
import { PlaceModel } from './place';
import { Pointer } from './pointer';
import { Stage } from './stage';
import { lookThrough } from './surfaces';
import { DROP } from './tracks';
import { TRACK } from './rails';
import { Timings } from './timings';
import { Tints } from './tints';
import { WALL_HEIGHT } from './solids';
import { Wardrobe } from './wardrobe';

const PUBLISHED_EVERY = 0.1;
const INSPECTED_EVERY = 0.25;
const MEASURED_EVERY = 1;
const LABELLED_EVERY = 0.05;
/** The metres seen around a pedestrian that is shown or followed. */
const FOCUS_SPAN = 18;
const FOLLOWED_SPAN = 24;

export class Scene {
  private readonly stage: Stage;
  private readonly rig = new CameraRig();
  private readonly people: People;
  private readonly wardrobe = new Wardrobe();
  private readonly tints = new Tints(this.wardrobe);
  private readonly labels: Labels;
  private readonly layers: Layers;
  private readonly pointer: Pointer;
  private readonly film: Film;
  private readonly timings = new Timings();
  private readonly root = new Group();
  private model: PlaceModel | null = null;
  private built: { place: Place | null; theme: state.Theme | null } = { place: null, theme: null };
  /** Whether the people of a floor are shown, by floor. */
  private isShown = new Uint8Array(0);
  private isFollowing = false;
  private framed = '';
  private wantedCamera = '';
  private request = 0;
  private last = 0;
  private readonly due = { publish: 0, inspect: 0, measure: 0, label: 0 };
  private measuredTime = -1;
  /** The number of people in the picture. */
  private drawn = 0;
  /** The second up to which the diary was read. */
  private readAt = -1;
  private readonly ends: (() => void)[] = [];

  constructor(readonly canvas: HTMLCanvasElement) {
    this.stage = new Stage(canvas);
    this.people = new People(this.stage.isSoftware, this.wardrobe);
    this.labels = new Labels(LOOKS[state.theme.value]);
    this.layers = new Layers(this.labels);
    this.film = new Film(canvas, () => this.stage.render(this.rig.camera));
    this.root.add(this.people.group, this.layers.group, this.labels.group);
    this.stage.scene.add(this.root);
    this.pointer = new Pointer(canvas, this.rig, () => this.model, () => this.isShown);
    this.layers.group.add(this.pointer.sketch.group);
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(canvas);
    this.resize();
    this.ends.push(
      () => observer.disconnect(),
      effect(() => this.rig.setFlat(state.view.value === 'plan')),
      effect(() => this.arrange(state.place.value, state.theme.value, state.storey.value, state.hiddenStoreys.value, state.view.value)),
      effect(() => this.tints.follow()),
      effect(() => this.wardrobe.follow(state.welcome.value?.populations ?? [], state.populationOf.value, state.radiusOf.value)),
      effect(() => this.people.setStatuses(state.welcome.value?.statuses ?? [])),
    );
    this.request = requestAnimationFrame(this.loop);
  }

  dispose(): void {
    cancelAnimationFrame(this.request);
    for (const end of this.ends) end();
    this.pointer.dispose();
    this.layers.dispose();
    this.model?.dispose();
    this.wardrobe.dispose();
    this.stage.dispose();
  }

  /** Returns the picture as a PNG. */
  screenshot(): Promise<Blob> { return this.film.screenshot(); }
  startVideo(): void { this.film.start(); }
  /** Returns the film as WebM. */
  stopVideo(): Promise<Blob> { return this.film.stop(); }

  /** Shows the whole place. */
  resetCamera(): void {
    state.isFollowingSelected.value = false;
    this.rig.reset();
  }

  /** Shows a pedestrian. */
  focus(id: number): void {
    const at = this.where(id);
    if (at) this.rig.lookAt(at.x, at.y, at.z, Math.min(this.rig.goal.span, FOCUS_SPAN));
  }

  /** Shows a point of the place at once. */
  show({ x, y, z, span }: { x: number; y: number; z: number; span: number }): void {
    this.rig.lookAt(x, y, z, span);
    this.rig.settle();
  }

  /** Returns the camera in a few characters, for addresses. */
  cameraToText(): string { return this.model ? this.rig.toText(this.model.place) : ''; }

  cameraFromText(text: string): void {
    // Before the place is there, the camera would be framed again.
    if (this.model) this.rig.fromText(text, this.model.place); else this.wantedCamera = text;
  }

  private readonly loop = (now: number): void => {
    this.request = requestAnimationFrame(this.loop);
    const start = performance.now();
    const seconds = Math.min(0.25, Math.max(0, (now - this.last) / 1000));
    this.last = now;
    this.moment(seconds, now / 1000);
    const worked = performance.now();
    this.stage.render(this.rig.camera);
    this.timings.add(worked - start, performance.now() - worked, this.drawn);
  };

  /** Prepares everything that a picture needs. */
  private moment(seconds: number, now: number): void {
    const playback = state.playback.value;
    playback?.advance(seconds);
    const shown = playback?.now() ?? null;
    this.followSelected(shown);
    this.rig.update(seconds);
    const { at, towards } = this.rig.sight;
    lookThrough(at, towards, this.rig.pose.span, this.rig.flatness < 0.5);
    const model = this.model;
    if (!model) return;
    model.doors.update(state.openLinks.value, seconds);
    model.objects.update(state.openObjects.value);
    if (shown) {
      model.trains.update(state.changesOfTrains.value, shown.time, playback?.welcome.frameSeconds ?? 1);
      model.objects.tell(state.trainsNow.value, shown.time, playback?.welcome.timeOfDay ?? null);
      this.tints.prepare(shown, now);
      const seesThrough = state.storey.value === null && model.storeys.length > 1;
      this.drawn = this.people.update(shown, this.rig, model.heights, this.tints, this.isShown, this.stage.renderer.getPixelRatio(), seesThrough);
      this.layers.update(shown, this.rig, model, this.isShown, now);
      this.pointer.update(shown, model, now);
      this.keepUp(shown, now);
    }
    if (now >= this.due.label) {
      this.due.label = now + LABELLED_EVERY;
      // With a storey in focus, only its names are told: others would stand on floors that hide what they name.
      const looked = state.storey.value;
      this.labels.update(this.rig, (storey) => model.isShown(storey) && (looked === null || storey === looked));
    }
  }

  /** Tells the panels the moment, and asks for everything that changes with it. */
  private keepUp(shown: Shown, now: number): void {
    if (now >= this.due.publish) {
      this.due.publish = now + PUBLISHED_EVERY;
      state.time.value = shown.time;
      state.shownCount.value = shown.count;
      session.publish();
    }
    const selected = state.selected.value;
    if (selected !== null && now >= this.due.inspect) {
      this.due.inspect = now + INSPECTED_EVERY;
      this.inspect(selected, shown);
    }
    if (state.lines.value.length > 0 && now >= this.due.measure && shown.time !== this.measuredTime) {
      this.due.measure = now + MEASURED_EVERY;
      this.measuredTime = shown.time;
      void session.measureLines();
    }
  }

  /** Asks until the answer is about the moment shown. The server may first have to repeat the run up to it. */
  private inspect(selected: number, shown: Shown): void {
    if (Math.floor(shown.time) !== this.readAt || state.diary.value?.pedestrian !== selected) {
      this.readAt = Math.floor(shown.time);
      void session.readDiary(selected);
    }
    if (rowOf(shown, selected) < 0) {
      state.inspected.value = state.notInspected.value = null;
      void session.findPresence(selected);
    } else if (state.inspected.value?.frame !== state.playback.value?.frame) void session.inspect(selected);
  }

  private followSelected(shown: Shown | null): void {
    const selected = state.selected.value;
    const isFollowing = shown !== null && selected !== null && state.isFollowingSelected.value;
    const hasBegun = isFollowing && !this.isFollowing;
    this.isFollowing = isFollowing;
    const at = isFollowing ? this.where(selected) : null;
    if (at) this.rig.lookAt(at.x, at.y, at.z, hasBegun ? Math.min(this.rig.goal.span, FOLLOWED_SPAN) : undefined);
  }

  private where(id: number): { x: number; y: number; z: number } | null {
    const shown = state.playback.value?.now();
    if (!shown || !this.model) return null;
    const row = rowOf(shown, id);
    if (row < 0) return null;
    const x = shown.x[row]!, y = shown.y[row]!;
    return { x, y, z: this.model.heights.at(shown.floor[row]!, x, y) };
  }

  /** Builds what is missing, and shows the chosen storeys. */
  private arrange(place: Place | null, theme: state.Theme, storey: number | null, hidden: ReadonlySet<number>, view: state.ViewKind): void {
    untracked(() => {
      if (place !== this.built.place || theme !== this.built.theme) this.build(place, theme);
      if (place && this.model) this.showStoreys(place, this.model, storey, hidden, view);
    });
  }

  private build(place: Place | null, theme: state.Theme): void {
    this.built = { place, theme };
    const look = LOOKS[theme];
    this.stage.setLook(look);
    this.people.setLook(look, theme === 'dark');
    this.labels.setLook(look);
    this.model?.dispose();
    this.model = null;
    if (!place) return;
    this.model = new PlaceModel(place, look, this.labels);
    this.root.add(this.model.group);
    this.tints.setPlace();
    this.people.setPlace(place);
    this.layers.setPlace(place, look);
    const box = boxOf(place);
    this.stage.setBox(box);
    // The camera stays when the place was built anew or the theme changed.
    const key = `${place.name} ${place.originX} ${place.originY} ${place.width} ${place.depth}`;
    if (key === this.framed) return;
    this.framed = key;
    this.rig.frame(box);
    if (this.wantedCamera) this.rig.fromText(this.wantedCamera, place);
    this.wantedCamera = '';
  }

  private showStoreys(place: Place, model: PlaceModel, storey: number | null, hidden: ReadonlySet<number>, view: state.ViewKind): void {
    model.show(storey, hidden, view === 'plan');
    model.areas.show(state.layers.value.has('areas'), model.isShown);
    this.isShown = Uint8Array.from(place.floors, (floor) => (model.isShown(floor.storey) ? 1 : 0));
    this.stage.refreshShadows();
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.rig.resize(clientWidth, clientHeight);
    this.stage.resize(clientWidth, clientHeight);
  }
}

function boxOf(place: Place): Box {
  // Tracks lie below their platforms.
  const hasTracks = place.objects.some((object) => object.kind === TRACK && (place.floors[object.floor]?.lowest ?? Infinity) < place.lowest + DROP);
  return { west: 0, south: 0, east: place.width, north: place.depth, bottom: place.lowest - (hasTracks ? DROP : 0), top: place.highest + WALL_HEIGHT };
}
